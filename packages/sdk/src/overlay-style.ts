/** The window's style sheet. The page's styles can't reach it; `!important` on the host outranks them. */
export const overlayStyle = `
:host{all:initial!important}
*{box-sizing:border-box;margin:0;border:0}
dialog{flex-direction:column;width:480px;height:min(780px,100vh - 48px);max-width:none;max-height:none;margin:auto;padding:0;border-radius:16px;overflow:hidden;background:#fff;color:#191f28;font:15px/1.5 system-ui,sans-serif}
dialog[open]{display:flex}
::backdrop{background:#090d14a3}
button{position:absolute;top:4px;right:4px;width:44px;height:44px;border-radius:12px;background:none;color:inherit;font-size:28px;line-height:1}
button[aria-disabled=true]{opacity:.35}
section{flex:1;position:relative}
iframe,p{position:absolute;width:100%;height:100%}
p{padding:24px;display:flex;flex-direction:column;gap:16px;align-items:center;justify-content:center;text-align:center}
p:empty{display:none}
p:not(:empty)+iframe{visibility:hidden}
p:before{content:"";width:32px;height:32px;border:3px solid #8884;border-top-color:#3182f6;border-radius:50%;animation:turn 1s linear infinite}
p:has(a):before{display:none}
a{padding:12px 20px;border-radius:12px;background:#1b64da;color:#fff;text-decoration:none}
@keyframes turn{to{rotate:1turn}}
@media(max-width:540px),(max-height:640px){dialog{width:100%;height:100%;border-radius:0}}
@media(prefers-color-scheme:dark){dialog{background:#17171c;color:#f2f4f6;color-scheme:dark}}
@media(forced-colors:active){dialog,button,a{border:2px solid}}
@media(prefers-reduced-motion){p:before{animation:none}}
`;
