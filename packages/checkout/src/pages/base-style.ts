export const ground = { page: "#f2f4f7", card: "#ffffff", darkPage: "#0e131b", darkCard: "#18202b" } as const;

/** The style of all pages: colours for light and dark, type, focus. Contrasts are 4.5:1 and more, 3:1 for borders. */
export const baseStyle = `
:root{color-scheme:light dark;--page:${ground.page};--card:${ground.card};--ink:#16202e;--soft:#566072;--line:#8993a4;--hair:#e3e7ed;--accent:#1c54d8;--hover:#1646b8;--on-accent:#fff;--tint:#eaf0fe;--bad:#c4201c;--bad-tint:#fdeeed;--test:#fff1cc;--on-test:#5c4300;--good:#0b7a50;--shade:0 1px 2px #1620300d,0 8px 24px #1620300f}
@media (prefers-color-scheme:dark){:root{--page:${ground.darkPage};--card:${ground.darkCard};--ink:#eef2f8;--soft:#a3afc0;--line:#6d7a8e;--hair:#2b3645;--accent:#86a9ff;--hover:#a3beff;--on-accent:#0b1a3d;--tint:#1f2c46;--bad:#ff938c;--bad-tint:#3a2023;--test:#3b3010;--on-test:#ffdf8f;--good:#58d3a0;--shade:none}}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding:1rem 0 6.5rem}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Apple SD Gothic Neo","Pretendard","Noto Sans KR","Noto Sans CJK KR","Malgun Gothic",sans-serif;word-break:keep-all;overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
p,dl,dd,h1,h2,ul,fieldset{margin:0;padding:0}
fieldset{min-width:0;border:0}
a{color:var(--accent);text-underline-offset:.2em}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[hidden]{display:none!important}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;
