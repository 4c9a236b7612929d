import { useEffect, useState } from "preact/hooks";

/** Since when the service does not answer, in milliseconds of this machine; undefined while it does. */
let lostSince: number | undefined;
const changed = new EventTarget();

function become(next: number | undefined): void {
  if (next === lostSince) return;
  lostSince = next;
  changed.dispatchEvent(new Event("changed"));
}

export function noticeAnswer(): void {
  become(undefined);
}

export function noticeLoss(): void {
  become(lostSince ?? Date.now());
}

export function useLostSince(): number | undefined {
  const [shown, setShown] = useState(lostSince);
  useEffect(() => {
    const read = () => setShown(lostSince);
    read();
    changed.addEventListener("changed", read);
    return () => changed.removeEventListener("changed", read);
  }, []);
  return shown;
}
