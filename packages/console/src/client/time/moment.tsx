import { momentText } from "./seoul.ts";

interface MomentProps {
  readonly at: string;
  readonly seconds?: boolean;
}

/** A time in Seoul, in the form for readers. */
export function Moment({ at, seconds = false }: MomentProps) {
  return <time dateTime={at}>{momentText(at, { seconds })}</time>;
}
