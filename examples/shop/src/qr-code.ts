import encodeQR from "qr";

import { Html, html } from "./html.ts";

/** A QR code by which a phone opens an address, with its name for those who don't see it. */
export function qrCode(address: string, name: string): Html {
  // Four modules of quiet zone, as the standard asks for. The style gives it a white ground on a dark page too.
  const drawing = new Html(encodeQR(address, "svg", { border: 4 }));
  return html`<div class="qr" role="img" aria-label="${name}">${drawing}</div>`;
}
