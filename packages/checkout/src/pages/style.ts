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

/** Inline, so that the page needs no second request. The policy allows exactly this text, by its hash. */
const readable = `${baseStyle}
.test{padding:.375rem 1rem;background:var(--test);color:var(--on-test);font-size:.8125rem;font-weight:600;text-align:center}
.top,main{width:100%;max-width:30rem;margin:0 auto;padding:0 1.25rem}
.top{display:flex;justify-content:space-between;align-items:center;gap:1rem;min-height:3.25rem}
.top p{display:flex;align-items:center;gap:.625rem;min-width:0;font-weight:700}
.logo{flex:none;max-width:7rem;height:2rem;object-fit:contain;object-position:left;border-radius:.375rem}
.top a{flex:none;display:flex;align-items:center;justify-content:center;min-width:2.75rem;min-height:2.75rem;margin-right:-.5rem;padding:0 .5rem;font-size:.875rem;color:var(--soft);text-decoration:none}
.top a:hover{color:var(--ink);text-decoration:underline}

.order{padding:.25rem 0 1.25rem}
.order dl>div{display:flex;justify-content:space-between;gap:1.5rem;padding-top:.375rem;font-size:.9375rem}
.order dt{flex:none;color:var(--soft)}
.order dd{text-align:right}
.order .sum{display:block;padding:0 0 .5rem}
.order .sum dd{font-size:2rem;line-height:1.25;font-weight:700;letter-spacing:-.02em;text-align:left}
#time{font-variant-numeric:tabular-nums;font-weight:600}
#time.soon{color:var(--bad)}

.card{display:block;margin:0 0 2rem;padding:1.25rem;background:var(--card);border-radius:1rem;box-shadow:var(--shade)}
h2{margin-bottom:.75rem;font-size:1.0625rem;line-height:1.4}
.heading{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.25rem .75rem;margin-bottom:.75rem}
.heading h2{margin:0}
.field{min-width:0}
label,legend{display:block;padding:0;margin-bottom:.375rem;font-size:.875rem;font-weight:600}
.box{display:flex;margin:0;cursor:text;align-items:center;border:1px solid var(--line);border-radius:.625rem;background:var(--card)}
.box select{flex:1;min-width:0;height:2.875rem;padding:0 .25rem 0 .625rem;border:0;margin-right:.375rem;border-radius:.625rem;background:var(--card);color:inherit;font:inherit;font-weight:600;text-overflow:ellipsis;cursor:pointer;outline:0}
.box option{font-weight:400}
.box select:disabled{opacity:1;cursor:default}
.box:focus-within{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
.box input{flex:1;min-width:0;height:2.875rem;padding:0 .875rem;border:0;border-radius:.625rem;background:none;color:inherit;font:inherit;font-size:1.0625rem;font-variant-numeric:tabular-nums;outline:0}
.box input::placeholder{color:var(--soft);opacity:.8}
.box:has(input:-webkit-autofill){background:var(--tint)}
.box:has([aria-invalid]){border-color:var(--bad);background:var(--bad-tint)}
.box:has([aria-invalid]):focus-within{box-shadow:0 0 0 1px var(--bad)}
.brand{flex:none;padding:0 .5rem;border-radius:.375rem;background:var(--tint);color:var(--accent);font-size:.8125rem;font-weight:700;line-height:1.5rem}
.brand:empty{display:none}
:lang(en) .ko,:lang(ko) .en{display:none}
.labels{display:flex;gap:.5rem}
.labels label{flex:none}
.badges{flex:1;display:flex;flex-wrap:wrap;justify-content:flex-end;gap:0 .375rem;height:1.5rem;margin-top:-.125rem;overflow:hidden}
.first{container-type:inline-size}
.plans:has([value="0"]:checked) .fee{display:none}
.passwordFront2 .box{position:relative}
.passwordFront2 input{letter-spacing:.15em;-webkit-text-security:disc}
.dots{position:absolute;left:3.25rem;color:var(--soft);letter-spacing:.15em;pointer-events:none}
.note{min-height:1.25rem;margin:.25rem 0 .625rem;font-size:.8125rem;line-height:1.25rem;color:var(--soft)}
.wrong{color:var(--bad);font-weight:500}
.field:has(.box):not(:has([aria-invalid])) .wrong{color:inherit}
.note:has(.wrong>span) .hint{display:none}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 .75rem}
.number .note{min-height:.375rem}
form:has(#corporate:checked) .if-personal,form:not(:has(#corporate:checked)) .if-corporate{display:none}

.consent label{display:flex;align-items:center;gap:.625rem;flex:1;min-height:2.75rem;margin:0;font-weight:500;cursor:pointer}
.consent .pressable{display:flex;align-items:center;gap:.75rem}
.consent input{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent)}
.consent a{flex:none;display:flex;align-items:center;justify-content:center;min-width:2.75rem;min-height:2.75rem;padding:0 .25rem;font-size:.875rem}
.consent [aria-invalid]{outline:2px solid var(--bad);outline-offset:1px}
.consent .note{min-height:0}
.choice{display:flex;gap:.25rem;height:3.25rem;padding:.1875rem;border-radius:.625rem;background:var(--page)}
.choice label{flex:1;position:relative;margin:0;text-align:center;cursor:pointer}
.choice input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.choice label>span{display:flex;align-items:center;justify-content:center;height:100%;border:1px solid transparent;border-radius:.4375rem;font-size:.9375rem;line-height:1.2;font-weight:500;color:var(--soft);overflow-wrap:normal}
:lang(en) .pair .choice span{font-size:.8125rem}
.choice :checked+span{border-color:var(--line);background:var(--card);color:var(--ink);font-weight:700}
.choice :focus-visible+span{outline:3px solid var(--accent);outline-offset:1px}

.button{display:flex;align-items:center;justify-content:center;gap:.625rem;width:100%;min-height:3.375rem;padding:.75rem 1rem;border:0;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font:inherit;font-size:1.0625rem;font-weight:700;text-align:center;text-decoration:none;cursor:pointer;touch-action:manipulation}
.button:hover{background:var(--hover)}
.button:active{transform:translateY(1px)}
.actions .button{padding-left:.25rem;padding-right:.25rem}
.actions{position:sticky;bottom:var(--keyboard,0);z-index:1;margin:0 -1.25rem;padding:.75rem 1.25rem calc(.75rem + env(safe-area-inset-bottom));background:var(--card)}
.plain{display:block;width:100%;min-height:2.75rem;margin:0 0 -.5rem;border:0;border-radius:.75rem;background:none;color:var(--soft);font:inherit;font-size:.9375rem;cursor:pointer;touch-action:manipulation}
.plain:hover{color:var(--ink);text-decoration:underline}
[aria-busy=true] .button{cursor:progress}
[aria-busy=true] .button::before{content:"";width:1.125rem;height:1.125rem;border:2.5px solid;border-right-color:transparent;border-radius:50%;animation:turn .8s linear infinite}
#asked[aria-busy=true] .plain{visibility:hidden}
@keyframes turn{to{transform:rotate(1turn)}}
.notice:has(>*){margin:0 0 .75rem;padding:.75rem .875rem;border-radius:.625rem;background:var(--test);color:var(--on-test);font-size:.875rem}
.notice.fine:has(>*){background:var(--tint);color:var(--ink)}
.problems{margin-bottom:1.25rem;padding:.875rem 1rem;border:1px solid var(--bad);border-radius:.625rem;background:var(--bad-tint);font-size:.875rem}
.problems p:first-child{font-weight:700}
.problems ul{display:flex;flex-wrap:wrap;gap:0 1rem;list-style:none}
.small{min-height:2.75rem;margin-top:.625rem;padding:.5rem 1rem;border:1px solid var(--bad);border-radius:.625rem;background:var(--card);color:var(--bad);font:inherit;font-weight:600;cursor:pointer}
.fill{margin:0;padding:.5rem .75rem;font-size:.8125rem;border-color:var(--line);color:var(--ink)}
.tries-left{margin:0 0 1rem;font-size:.875rem;font-weight:600}
dialog{width:min(22rem,100% - 2.5rem);padding:1.5rem 1.25rem 1.25rem;border:0;border-radius:1rem;background:var(--card);color:var(--ink)}
dialog p{margin-bottom:1.25rem;color:var(--soft)}
::backdrop{background:#090d14a3}
.problems li a{display:flex;align-items:center;min-width:2.75rem;min-height:2.75rem;color:var(--bad);font-weight:600}
.problems ul+p{margin-top:.375rem;color:var(--soft)}

.turning{display:inline-block;width:2.5rem;height:2.5rem;border:3px solid var(--hair);border-top-color:var(--accent);border-radius:50%;animation:turn 1s linear infinite}
.framed{scroll-padding-top:4.5rem}
.framed body{display:flex;flex-direction:column}
.framed header{display:contents}
.framed .top{position:sticky;top:0;z-index:2;padding-right:3.75rem;background:var(--page)}
.framed .test{order:1}
.framed main{order:2}
.framed footer{order:3}
.closed{padding:2.5rem 1.5rem 1.5rem;text-align:center;text-wrap:balance}
.closed svg{width:3.5rem;height:3.5rem;fill:none;stroke:var(--soft);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.closed circle{fill:var(--page);stroke:none}
.authenticated svg,.paid svg{stroke:var(--good)}
.closed h1{margin:1rem 0 .5rem;font-size:1.3125rem;line-height:1.35;outline:0}
.closed p{color:var(--soft)}
.closed .with-card{margin-bottom:.375rem;color:var(--ink);font-weight:600}
.closed a.button{margin-top:1.75rem}
.closed form{margin-top:.375rem}
.closed .notice:has(>*){margin:1rem 0 0;color:var(--on-test)}
.closed:not(:has(.button)){padding-bottom:2.5rem}
.alone{padding-top:.5rem}
footer{width:100%;max-width:30rem;margin:0 auto;padding:0 1.25rem 2rem;font-size:.8125rem;color:var(--soft)}
footer dl{display:flex;flex-wrap:wrap;gap:0 1rem}
footer dl>div{display:flex;align-items:center;gap:.375rem;min-height:1.75rem}
footer dd{color:var(--ink)}
footer a{display:inline-flex;align-items:center;min-width:2.75rem;min-height:2.75rem;color:inherit}

@container (min-width:22rem){
.beside{display:grid;grid-template-columns:minmax(13.5rem,1fr) minmax(0,9.25rem);gap:0 .75rem}
.beside .number input{padding:0 .5rem;font-size:1rem}
.beside .field{display:contents}
.beside .number .box{grid-area:2/1}
.plans label{grid-area:1/2}
.plans .box{grid-area:2/2}
.beside .note{grid-column:1/-1}
.beside .number .note{min-height:0;margin-bottom:0}
}
@media (max-width:25rem),(min-width:52rem) and (max-width:60rem){form:has(#corporate:checked) .registNo input{padding:0 .5rem;font-size:1rem}}
@media (max-width:25rem){:lang(en) form .pair.holder,:lang(en) form:has(#corporate:checked) .pair.holder{grid-template-columns:1fr}:lang(en) .pair.holder fieldset{margin-bottom:.75rem}}
@media (max-width:24rem){.actions .button{font-size:1rem;letter-spacing:-.01em}form:has(#corporate:checked) .pair.holder{grid-template-columns:5fr 6fr}}
@media (max-width:22.4rem){form .pair.holder,form:has(#corporate:checked) .pair.holder{grid-template-columns:1fr}.pair.holder fieldset{margin-bottom:.75rem}}
@media (max-width:51.99rem) and (max-height:48rem){.top{min-height:2.75rem}.order{padding:0 0 .75rem}.order .sum{padding-bottom:.125rem}.order .sum dd{font-size:1.75rem}.order dl>div{padding-top:.125rem}.card:not(.closed){margin-bottom:.75rem;padding:1rem 1.25rem}}
@media (min-width:52rem){
.top,main{max-width:58rem;padding:0 2rem}
.top{min-height:4rem}
main{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:0 4rem;align-items:start;padding-top:2.5rem}
main.alone{display:block;max-width:34rem;padding-top:3rem}
.order{position:sticky;top:1rem;padding:1.5rem 0}
.order .sum{padding-bottom:1.25rem;margin-bottom:1rem;border-bottom:1px solid var(--hair)}
.order .sum dd{font-size:2.5rem}
.order dl>div{font-size:1rem}
.card{padding:2rem}
.actions{margin:0 -2rem;padding-left:2rem;padding-right:2rem}
footer{max-width:58rem;padding:0 2rem 2rem}
.closed{padding:3rem 2rem 2rem}
}
@media (min-width:52rem) and (max-height:48rem){.top{min-height:3.25rem}main:not(.alone){padding-top:1.25rem}.card:not(.closed){padding-top:1.5rem}}
@media (prefers-color-scheme:dark){.logo{padding:.1875rem;background:#fff}}
@media (prefers-reduced-motion:reduce){[aria-busy=true] .button::before{border-right-color:inherit;opacity:.5;animation:none}.turning{animation:none}.button:active{transform:none}}
@media (max-height:18.75rem),(min-width:30rem) and (max-height:26.25rem){html{scroll-padding:1rem 0}.actions{position:static}}
@media (forced-colors:active){
.choice :checked+span{border:3px solid Highlight}
.button,.plain,.small,dialog{border:2px solid ButtonBorder}
.choice,.card,.brand:not(:empty),.notice:has(>*){border:1px solid}
.brand{line-height:1.375rem}
.box:focus-within{outline:3px solid Highlight}
.box:has([aria-invalid]){border-width:3px}
.turning{border-color:CanvasText;border-top-color:Highlight}
}
`;

export const style = readable.replaceAll(/\n+/g, "");
