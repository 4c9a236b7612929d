/** Colours for light and dark, type, focus. Contrasts are 4.5:1 and more, 3:1 for borders of controls. */
export const colors = `
:root{color-scheme:light dark;--page:#f5f6f8;--card:#fff;--field:#fff;--ink:#17202c;--soft:#566072;--line:#8993a4;--hair:#e2e6ec;--hover:#eef2f8;--accent:#1c54d8;--accent-hover:#1646b8;--on-accent:#fff;--tint:#eaf0fe;--good:#0b6e48;--good-tint:#e3f4ec;--bad:#b8211d;--bad-tint:#fdecea;--warning:#7a5200;--warning-tint:#fdf1d3;--busy:#1c54d8;--busy-tint:#eaf0fe;--quiet:#566072;--quiet-tint:#eceff3}
@media (prefers-color-scheme:dark){:root{--page:#0e131b;--card:#161d28;--field:#111823;--ink:#e9eef6;--soft:#a3afc0;--line:#6d7a8e;--hair:#28323f;--hover:#1e2735;--accent:#86a9ff;--accent-hover:#a3beff;--on-accent:#0b1a3d;--tint:#1c2942;--good:#58d3a0;--good-tint:#123227;--bad:#ff958d;--bad-tint:#3a2023;--warning:#f2c464;--warning-tint:#382c10;--busy:#9bb8ff;--busy-tint:#1c2942;--quiet:#a3afc0;--quiet-tint:#242d3a}}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:.9375rem/1.5 system-ui,-apple-system,"Apple SD Gothic Neo","Pretendard","Noto Sans KR","Noto Sans CJK KR","Malgun Gothic",sans-serif;word-break:keep-all;overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
h1,h2,h3,p,dl,dd,ul,ol,figure,fieldset{margin:0;padding:0}
ul,ol{list-style:none}
fieldset{min-width:0;border:0}
h1{font-size:1.375rem;line-height:1.3;letter-spacing:-.01em}
h1:focus,main:focus{outline:0}
h2{font-size:1rem;line-height:1.4}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
time,.amount,.figures dd,.code{font-variant-numeric:tabular-nums}
.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono CJK KR",monospace;font-size:.8125rem}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[hidden]{display:none!important}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
::backdrop{background:#090d14a3}
`;
