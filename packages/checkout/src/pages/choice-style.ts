/** The style of pages that offer methods of the gateway's window, beside that of all pages. */
const readable = `
.methods{display:grid;grid-template-columns:1fr 1fr;gap:.625rem;margin-bottom:.5rem}
.methods:empty{display:none}
.method{display:flex;align-items:center;justify-content:center;gap:.5rem;min-height:3.25rem;padding:.5rem .625rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);color:var(--ink);font:inherit;font-size:1rem;font-weight:600;line-height:1.25;cursor:pointer;touch-action:manipulation}
.method:hover{border-color:var(--accent);background:var(--tint)}
.method:active{transform:translateY(1px)}
.method:first-child:nth-last-child(odd){grid-column:1/-1}
.methods .button{grid-column:1/-1}
.methods [aria-disabled=true]{cursor:progress}
.method[aria-busy=true]::before,#reopen[aria-busy=true]::before{content:"";flex:none;width:1.125rem;height:1.125rem;border:2.5px solid;border-right-color:transparent;border-radius:50%;animation:turn .8s linear infinite}
.methods:not(:empty)~.actions{position:static}
hr{margin:1.25rem -1.25rem;border:0;border-top:1px solid var(--hair)}
.inWindow .with-method{margin-bottom:.375rem;color:var(--ink);font-weight:600}
.closed.inWindow form{margin-top:1.5rem}
.closed.inWindow form .notice:has(>*){margin:0 0 1rem}
.inWindow .consent{text-align:left}
.inWindow #choose{display:flex;align-items:center;justify-content:center;margin:.75rem 0 0;min-height:3rem;border:1px solid var(--line);color:var(--ink);font-weight:600;text-decoration:none}
.inWindow a.button{margin-top:0}
.inWindow #leave{margin-top:.5rem}
.authenticatedInWindow svg{stroke:var(--good)}
@media (min-width:52rem){hr{margin-left:-2rem;margin-right:-2rem}}
@media (max-width:22rem){.methods{grid-template-columns:1fr}}
@media (prefers-reduced-motion:reduce){.methods [aria-busy=true]::before{border-right-color:inherit;opacity:.5;animation:none}.method:active{transform:none}}
@media (forced-colors:active){.method,#choose{border:2px solid ButtonBorder}}
`;

export const choiceStyle = readable.replaceAll(/\n+/g, "");
