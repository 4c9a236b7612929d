/** Colours for light and dark, type, focus. Contrasts are 4.5:1 and more, 3:1 for borders of controls. */
const colors = `
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

/** The frame around every page: a bar at the side of a wide window, a menu at the top of a narrow one. */
const frame = `
.frame{display:grid;grid-template-columns:minmax(0,1fr)}
.skip{position:absolute;left:-99rem;z-index:3}
.skip:focus{left:.5rem;top:.5rem;padding:.5rem 1rem;background:var(--card)}
.top{display:flex;align-items:center;gap:.625rem;min-height:3.25rem;padding:0 1rem;background:var(--card);border-bottom:1px solid var(--hair)}
.brand,.menu{flex:none;white-space:nowrap}
.brand{font-weight:700;letter-spacing:-.01em}
.merchant{display:flex;flex-wrap:wrap;align-items:center;gap:.125rem .375rem;min-width:0;padding:.25rem 0;color:var(--soft);font-size:.875rem}
.merchant b{max-width:100%;overflow:hidden;color:var(--ink);text-overflow:ellipsis;white-space:nowrap}
.menu{margin-left:auto;padding:0 .75rem}
#sections{display:none;background:var(--card);border-bottom:1px solid var(--hair)}
#sections.open{display:block}
#sections ul{padding:.5rem}
#sections li a{display:flex;align-items:center;min-height:2.75rem;padding:0 .75rem;border-radius:.5rem;color:var(--ink);text-decoration:none}
#sections li a:hover{background:var(--hover)}
#sections li a[aria-current]{background:var(--tint);color:var(--accent);font-weight:600}
.person{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .5rem;padding:.5rem 1.25rem;border-top:1px solid var(--hair)}
.person p{flex:1;min-width:0}
.person span{color:var(--soft);font-size:.8125rem}
main{min-width:0;width:100%;max-width:76rem;padding:1.25rem 1rem 4rem}
.title{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .75rem;margin-bottom:1rem}
.title>.button,.title>button{margin-left:auto}
.card{padding:1rem;margin-bottom:1rem;background:var(--card);border:1px solid var(--hair);border-radius:.75rem}
.card h2{margin-bottom:.75rem}
.columns{display:grid;grid-template-columns:minmax(0,1fr);gap:0 1rem;align-items:start}
.connection .alert{margin-bottom:1rem}
.signing-in{max-width:26rem;margin:0 auto;padding:3rem 1rem}
.signing-in header{display:flex;justify-content:space-between;align-items:center;margin-bottom:1.25rem}
.offered{margin-top:1.25rem;padding-top:1.25rem;border-top:1px solid var(--hair)}
dialog{width:min(26rem,100% - 2rem);padding:1.5rem 1.25rem;border:0;border-radius:1rem;background:var(--card);color:var(--ink)}
dialog h2{font-size:1.125rem}
dialog>p{margin:.375rem 0 1rem;color:var(--soft)}
.figures{display:flex;flex-wrap:wrap;gap:.75rem 2.5rem;margin-bottom:1rem}
.figures dt{color:var(--soft);font-size:.8125rem}
.figures dd{font-size:1.375rem;font-weight:700;letter-spacing:-.01em}
.facts{display:grid;margin-bottom:.75rem;grid-template-columns:minmax(5.5rem,auto) minmax(0,1fr);gap:.5rem 1rem}
.facts dt{color:var(--soft)}
.card .title{justify-content:space-between;margin-bottom:.25rem}
.card .title h2,.card .title h3{margin:0}
.timeline{position:relative}
.timeline li{position:relative;display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .75rem;padding:.375rem 0 .375rem 1.25rem}
.timeline li::before{content:"";position:absolute;left:0;top:.75rem;width:.625rem;height:.625rem;border:2px solid var(--line);border-radius:50%;background:var(--line)}
.timeline li:not(:last-child)::after{content:"";position:absolute;left:.25rem;top:1.375rem;bottom:-.75rem;width:2px;background:var(--hair);margin-left:-.0625rem}
.timeline p{flex:1 1 12rem;min-width:0}
.timeline time{color:var(--soft);font-size:.8125rem;line-height:1.75}
.timeline .good::before{border-color:var(--good);background:var(--good)}
.timeline .bad::before{border-color:var(--bad);background:var(--bad)}
.timeline .warning::before{border-color:var(--warning);background:var(--warning)}
.timeline .minor p{color:var(--soft);font-size:.875rem}
.timeline .to-come::before,.timeline .minor::before{background:var(--card)}
.sums{max-width:32rem;padding:.625rem .875rem;border-radius:.5rem;background:var(--page)}
.sums>div{display:flex;justify-content:space-between;gap:1rem;padding:.125rem 0;color:var(--soft);font-size:.875rem}
.sums dd{font-variant-numeric:tabular-nums;white-space:nowrap}
.sums .sum{padding:.25rem 0;color:var(--ink);font-size:1rem;font-weight:600}
.preview{margin-bottom:.75rem}
.waiting{color:var(--soft)}
.empty{padding:2rem 1rem;color:var(--soft);text-align:center}
@media (min-width:60rem){
.frame{grid-template:auto 1fr/14rem minmax(0,1fr);min-height:100vh}
.top{flex-direction:column;align-items:flex-start;gap:.25rem;padding:1.25rem 1.25rem .5rem;border:0;border-right:1px solid var(--hair)}
.brand{font-size:1.125rem}
.menu{display:none}
#sections,#sections.open{grid-column:1;display:flex;flex-direction:column;justify-content:space-between;border:0;border-right:1px solid var(--hair)}
#sections li a{min-height:2.375rem}
.person{position:sticky;bottom:0;padding:.75rem 1.25rem;background:var(--card)}
.person p{flex-basis:100%}
.person .plain{padding:0 .5rem;margin-left:-.5rem}
main{grid-area:1/2/3/3;padding:1.75rem 2rem 4rem}
.columns{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}
.card{padding:1.25rem}
}
`;

/** Buttons, fields, badges, notices. Everything that is pressed is big enough for a finger in a narrow window. */
const controls = `
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:0 1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card);color:var(--ink);font:inherit;font-weight:500;text-decoration:none;cursor:pointer;touch-action:manipulation}
button:hover,.button:hover{background:var(--hover)}
button.primary,.button.primary{border-color:var(--accent);background:var(--accent);color:var(--on-accent);font-weight:600}
button.primary:hover,.button.primary:hover{background:var(--accent-hover)}
button.danger{border-color:var(--bad);color:var(--bad)}
button[aria-disabled=true]{opacity:.6;cursor:default}
button.plain{min-width:2.75rem;padding:0 .5rem;border-color:transparent;background:none;color:var(--soft);font-weight:400}
button.plain:hover{color:var(--ink);text-decoration:underline}
.field{min-width:0;margin-bottom:.75rem}
label:where(:not(.button)),legend{display:block;padding:0;margin-bottom:.25rem;font-size:.8125rem;font-weight:600;color:var(--soft)}
input,select,textarea{width:100%;min-height:2.75rem;padding:0 .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--field);color:var(--ink);font:inherit}
input[type=radio],input[type=checkbox]{width:1.125rem;min-height:1.125rem;margin:0;accent-color:var(--accent)}
textarea{padding:.5rem .75rem;resize:vertical}
input.amount{text-align:right;font-variant-numeric:tabular-nums}
input[aria-invalid=true],select[aria-invalid=true],textarea[aria-invalid=true]{border-color:var(--bad);box-shadow:0 0 0 1px var(--bad)}
::placeholder{color:var(--soft);opacity:1}
.hint{margin-top:.25rem;color:var(--soft);font-size:.8125rem}
.wrong{margin-top:.25rem;color:var(--bad);font-size:.8125rem}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem}
.choices{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin-bottom:.5rem}
.choices label,.check{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;margin:0;color:var(--ink);font-size:.9375rem;font-weight:400;cursor:pointer}
.check{min-height:2.25rem;color:var(--soft);font-size:.8125rem}
.fields{display:grid;gap:0 .75rem;grid-template-columns:minmax(0,1fr)}
.asked{display:flex;flex-wrap:wrap;gap:.375rem;justify-content:flex-end}
.doubtful{margin-top:.25rem;color:var(--warning);font-size:.8125rem}
.batch-rows{margin-bottom:.75rem}
.batch-rows li{padding:.625rem 0;border-bottom:1px solid var(--hair)}
.cells{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:.375rem}
.cells select,.cells .code{grid-column:1/-1}
.cells .amount{grid-column:1}
.cells button{grid-column:2;grid-row:2;justify-self:end}
.pasting{margin:.5rem 0}
.batch-sum .sums{background:var(--card);border:1px solid var(--hair)}
.batch-sum{margin-bottom:.75rem}
.file:focus-within{outline:3px solid var(--accent);outline-offset:2px}
.buttons>:empty{display:none}
.card>.buttons{margin-top:.75rem}
.hint+table,.hint+.notice,.hint+.card,.short-cuts+section,.rows+div+.card{margin-top:.75rem}
.asking{flex-basis:100%;padding:.625rem .875rem;margin:.25rem 0;border-radius:.5rem;background:var(--warning-tint)}
.asking p{margin-bottom:.5rem;color:var(--ink)}
.shown-once label{color:var(--ink)}
.tested:empty{display:none}
.tested{flex-basis:100%}
.answers{margin-bottom:.75rem}
.answers label{display:flex;align-items:flex-start;gap:.625rem;margin:0;padding:.625rem 0;border-bottom:1px solid var(--hair);color:var(--ink);font-size:.9375rem;font-weight:400;cursor:pointer}
.answers input{flex:none;margin-top:.1875rem}
.evidence{margin-top:.75rem;padding-top:.75rem;border-top:1px solid var(--hair)}
.findings li{padding:.5rem 0;border-top:1px solid var(--hair)}
.row{display:grid;grid-template-columns:1fr 1fr;gap:0 .75rem}
.sign-in .primary,.offered button{width:100%}
.badge{display:inline-block;padding:.0625rem .5rem;border-radius:1rem;font-size:.8125rem;font-weight:600;line-height:1.5;white-space:nowrap;background:var(--quiet-tint);color:var(--quiet)}
.badge.good{background:var(--good-tint);color:var(--good)}
.badge.bad{background:var(--bad-tint);color:var(--bad)}
.badge.warning{background:var(--warning-tint);color:var(--warning)}
.badge.busy{background:var(--busy-tint);color:var(--busy)}
.alert{padding:.625rem .875rem;margin-bottom:.75rem;border-radius:.5rem;background:var(--bad-tint);color:var(--bad)}
.notice{padding:.625rem .875rem;margin-bottom:.75rem;border-radius:.5rem;background:var(--busy-tint);color:var(--ink)}
.notice.good{background:var(--good-tint)}
.notice.warning{background:var(--warning-tint);color:var(--warning)}
.filters{margin-bottom:.75rem}
.find{display:flex;gap:.5rem;margin-bottom:.5rem}
.find button{flex:none}
summary{display:flex;align-items:center;min-height:2.75rem;color:var(--accent);font-weight:500;cursor:pointer}
.filter-fields{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 .75rem}
.filter-fields>.row{grid-column:1/-1}
.short-cuts{display:flex;flex-wrap:wrap;gap:.375rem}
.short-cuts a{display:flex;align-items:center;min-height:2.75rem;padding:0 .875rem;border:1px solid var(--hair);border-radius:2rem;background:var(--card);color:var(--ink);font-size:.875rem;text-decoration:none}
.short-cuts a[aria-current]{border-color:var(--accent);color:var(--accent);font-weight:600}
.newer button{width:100%;margin-bottom:.75rem;border-color:var(--accent);color:var(--accent)}
.list-end{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;padding:1rem 0}
@media (min-width:60rem){
button,.button,input,select,.short-cuts a{min-height:2.25rem}
.fields{grid-template-columns:repeat(3,minmax(0,1fr))}
.cells{grid-template-columns:minmax(0,2fr) minmax(0,1fr) minmax(0,2fr) auto}
.cells select,.cells .code,.cells .amount,.cells button{grid-column:auto;grid-row:auto}
.filters summary{display:none}
.find{max-width:36rem}
.filter-fields{grid-template-columns:repeat(5,minmax(0,1fr)) minmax(0,1.5fr)}
.filter-fields>.row{grid-column:auto}
}
`;

/** Tables of payments and the like: dense, amounts at the right. A narrow window shows fewer columns. */
const tables = `
table{width:100%;border-collapse:collapse;background:var(--card);border:1px solid var(--hair);border-radius:.75rem;border-spacing:0;font-size:.9375rem}
th{padding:.5rem .625rem;color:var(--soft);font-size:.8125rem;font-weight:600;text-align:left;white-space:nowrap}
td{padding:.5rem .625rem;border-top:1px solid var(--hair);vertical-align:top}
td time{white-space:nowrap}
th.amount,td.amount{text-align:right;white-space:nowrap}
.under{display:block;color:var(--soft);font-size:.8125rem}
.rows tr{position:relative}
.rows tbody tr:hover{background:var(--hover)}
.row-link{color:var(--ink);font-weight:600;text-decoration:none}
.row-link::after{content:"";position:absolute;inset:0}
.row-link:focus-visible{outline:0}
.row-link:focus-visible::after{outline:3px solid var(--accent);outline-offset:-3px}
tr:hover .row-link{text-decoration:underline}
tfoot th,tfoot td{border-top:2px solid var(--line);font-weight:600}
tfoot th{padding:.5rem .625rem;color:var(--ink);font-size:.9375rem}
.net{font-weight:600}
.statement,.rows{margin-bottom:1rem}
.months{display:flex;align-items:center;gap:.75rem;margin-bottom:.75rem;background:none;border:0}
.months a{display:flex;align-items:center;min-height:2.75rem}
.calendar{margin-top:.75rem;table-layout:fixed}
.calendar th{padding:.375rem;text-align:center}
.calendar td{height:4.25rem;padding:.375rem 0;text-align:center;font-size:.75rem;white-space:nowrap}
.calendar .arrow,.calendar a{display:none}
.calendar td>b,.calendar td>span{display:block}
.calendar .closed{background:var(--page);color:var(--soft)}
.calendar .today{box-shadow:inset 0 0 0 2px var(--accent)}
.calendar .reason{font-size:.75rem}
.calendar .settles{color:var(--soft);font-variant-numeric:tabular-nums}
.calendar a{font-weight:600;text-decoration:none}
.wide{display:none}
@media (min-width:48rem){
td,th,tfoot th{padding:.5rem .875rem}
.calendar td{padding:.375rem .25rem;font-size:.8125rem}
.calendar .arrow{display:inline}
.calendar a{display:block}
.narrow{display:none}
td.wide,th.wide{display:table-cell}
.under.wide{display:block}
}
`;

/** Plots, with the styles that uPlot requires: it lays its parts above each other. */
const plots = `
.plot figcaption{display:flex;flex-wrap:wrap;gap:.25rem 1rem;min-height:1.5rem;margin:.25rem 0;color:var(--soft);font-size:.8125rem;font-variant-numeric:tabular-nums}
.key::before{content:"";display:inline-block;width:.625rem;height:.625rem;margin-right:.375rem;border-radius:.125rem;background:var(--accent)}
.key.bad::before{background:var(--bad)}
.key.good::before{background:var(--good)}
.bars{min-height:200px}
.plot details{margin-top:.25rem}
.plot summary{min-height:2.25rem;font-size:.8125rem}
.uplot{position:relative}
.u-wrap{position:relative;user-select:none}
.u-over,.u-under,.u-axis{position:absolute}
.u-under{overflow:hidden}
.uplot canvas{display:block;position:relative;width:100%;height:100%}
.u-cursor-x,.u-cursor-y{position:absolute;left:0;top:0;pointer-events:none}
.u-cursor-x{height:100%;border-right:1px solid var(--line)}
.u-select,.u-off{display:none}
.today{margin-bottom:1rem}
.today th{white-space:normal}
.today th[scope=row]{border-top:1px solid var(--hair);white-space:nowrap;color:var(--ink);font-size:.9375rem}
.today .sum{font-weight:600}
.today .now .sum{font-size:1.1875rem}
.to-do{margin-bottom:.75rem}
.to-do li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .75rem;padding:.25rem 0;font-size:.875rem}
.to-do time{color:var(--soft)}
.card h3{margin:.75rem 0 .25rem;font-size:.875rem}
.calm{color:var(--soft)}
`;

/** On paper there is what was looked at, without what was there to press. */
const print = `
@media print{
:root{--page:#fff;--card:#fff;--ink:#000;--soft:#333;--hair:#bbb}
body{font-size:9.5pt}
.top .menu,nav,#sections,form,button,.button,.skip,.connection,.newer,.list-end,.beside-print{display:none!important}
.frame{display:block}
.top{padding:0;border:0}
main{max-width:none;padding:0}
.card,table{border-color:#bbb;border-radius:0;break-inside:auto}
tr{break-inside:avoid}
thead{display:table-header-group}
td.wide,th.wide{display:table-cell}
.under.wide{display:block}
.narrow{display:none}
a{color:inherit;text-decoration:none}
}
`;

/** All of the console's style sheet, in the order in which later rules win. */
export const style = [colors, frame, controls, tables, plots, print].join("").replaceAll(/\n+/g, "");
