import { baseStyle } from "../pages/style.ts";

const readable = `${baseStyle}
.test{padding:.375rem 1rem;background:var(--test);color:var(--on-test);font-size:.8125rem;font-weight:600;text-align:center}
.top,main{width:100%;max-width:30rem;margin:0 auto;padding:0 1.25rem}
.top{display:flex;justify-content:space-between;align-items:center;gap:1rem;min-height:3.25rem}
.top p{font-weight:700}
.top a{flex:none;display:flex;align-items:center;justify-content:center;min-width:2.75rem;min-height:2.75rem;margin-right:-.5rem;padding:0 .5rem;font-size:.875rem;color:var(--soft)}
h1{margin-bottom:.5rem;font-size:1.3125rem;line-height:1.35}
h2{margin-bottom:.5rem;font-size:1.0625rem}
dl+h2,h3{margin:1.25rem 0 .25rem;font-size:.875rem;color:var(--soft);font-weight:600}
.paper{margin:0 0 1rem;padding:1.5rem 1.25rem;background:var(--card);border-radius:1rem;box-shadow:var(--shade);break-inside:avoid}
.paper p{color:var(--soft);font-size:.875rem}
dl>div{display:flex;justify-content:space-between;gap:1.5rem;padding-top:.375rem;font-size:.9375rem}
dt{flex:none;color:var(--soft)}
dd{text-align:right;font-variant-numeric:tabular-nums}
dl>.amount{flex-wrap:wrap;gap:0 .75rem}
.amount dd{margin-left:auto;white-space:nowrap}
.rule{margin-top:.875rem;padding-top:.5rem;border-top:1px dashed var(--line)}
.strong{font-weight:700}
.strong dt{color:inherit}
.sum dd{font-size:clamp(1.25rem,7vw,1.75rem);line-height:1.25;font-weight:700;letter-spacing:-.02em}
.sum{align-items:baseline}
.note{margin:0 0 1rem;color:var(--soft);font-size:.8125rem;text-align:center}
.print{display:block;width:100%;min-height:3rem;margin:0 0 2rem;border:0;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:700;cursor:pointer}
.print:hover{background:var(--hover)}
.missing{padding:2.5rem 1.5rem;text-align:center;text-wrap:balance}
@media (forced-colors:active){.print{border:2px solid ButtonBorder}.paper{border:1px solid}}
@media print{
:root{color-scheme:light;--page:#fff;--card:#fff;--ink:#000;--soft:#333;--line:#555;--shade:none;--test:#fff;--on-test:#000}
.print,.top a{display:none}
.paper{border:1px solid #999}
}
`;

/** The style of receipts, on screen and paper. The policy allows exactly this text, by its hash. */
export const receiptStyle = readable.replaceAll(/\n+/g, "");

/** The whole script of receipts, allowed by its hash; without it people print by their browser's menu. */
export const printScript = `const b=document.querySelector(".print");if(b){b.hidden=false;b.onclick=()=>print()}`;
