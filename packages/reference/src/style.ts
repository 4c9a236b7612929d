/** The style of the reference. Its policy allows exactly this text, by its hash. */
export const style = `
:root{color-scheme:light dark;--page:#f2f4f7;--card:#fff;--field:#f7f8fa;--ink:#16202e;--soft:#566072;--line:#8993a4;--hair:#e3e7ed;--accent:#1c54d8;--on:#fff;--get:#0b6b46;--post:#1c54d8;--put:#8a5300;--delete:#b3261e}
@media (prefers-color-scheme:dark){:root{--page:#0e131b;--card:#18202b;--field:#111823;--ink:#eef2f8;--soft:#a3afc0;--line:#6d7a8e;--hair:#2b3645;--accent:#86a9ff;--on:#0e131b;--get:#58d3a0;--post:#86a9ff;--put:#f0b45c;--delete:#ff9a90}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Apple SD Gothic Neo","Pretendard","Noto Sans KR","Noto Sans CJK KR","Malgun Gothic",sans-serif;word-break:keep-all;overflow-wrap:anywhere}
nav{padding:1rem 1.25rem}
nav h2{margin:.75rem 0 .25rem;font-size:.875rem}
nav h2 a{color:var(--soft);text-decoration:none}
nav ul{margin:0;padding:0;list-style:none}
nav li a{display:grid;grid-template-columns:3.875rem minmax(0,1fr);overflow-wrap:anywhere;padding:.375rem .5rem;border-radius:.5rem;color:var(--ink);text-decoration:none;font-size:.8125rem}
nav li a:hover{background:var(--hair)}
nav p{margin:.5rem 0}
.top{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 1rem}
.languages{display:flex;margin-left:auto}
.languages>*{padding:.375rem .5rem;font-size:.875rem}
main{max-width:56rem;padding:1.5rem 1.25rem 6rem;margin:0 auto}
main:focus{outline:none}
@media (min-width:64rem){body{display:grid;grid-template-columns:23rem minmax(0,1fr)}nav{position:sticky;top:0;height:100vh;overflow:auto;border-right:1px solid var(--hair)}nav .list>summary{display:none}main{width:100%;margin:0}}
h1{margin:0 0 .25rem;font-size:1.75rem;line-height:1.3}
main h2{margin:2.5rem 0 .5rem;font-size:1.375rem}
h3{margin:0 0 .5rem;font-size:1.125rem;line-height:1.4}
h4{margin:1.25rem 0 .5rem;font-size:1rem}
p{margin:0 0 .75rem}
a{color:var(--accent);text-underline-offset:.2em}
article,#keys,.card{margin:1rem 0;padding:1.25rem;background:var(--card);border-radius:1rem}
#keys h2{margin-top:0}
.address{font-size:.9375rem}
.method{display:inline-block;min-width:3.5rem;font-size:.8125rem;letter-spacing:.02em}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.delete{color:var(--delete)}
code,pre,textarea,input{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono CJK KR",monospace;font-size:.875rem}
pre{margin:0 0 .75rem;padding:.75rem;background:var(--field);border:1px solid var(--hair);border-radius:.6rem;white-space:pre-wrap;max-height:28rem;overflow:auto}
.field{display:block;margin:0 0 .75rem}
.field>span{display:block;font-size:.875rem}
.note,.type{color:var(--soft);font-size:.875rem}
input,select,textarea{display:block;width:100%;min-height:2.75rem;margin:.25rem 0;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.6rem;background:var(--field);color:var(--ink)}
select{font:inherit;font-size:.9375rem}
textarea{line-height:1.5;resize:vertical}
::placeholder{color:var(--soft);opacity:1}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.75rem 0}
button{min-height:2.75rem;min-width:5rem;padding:0 1.125rem;border:1px solid var(--line);border-radius:.6rem;background:transparent;color:var(--ink);font:inherit;cursor:pointer}
.run{border-color:var(--accent);background:var(--accent);color:var(--on);font-weight:600}
button[aria-disabled=true]{opacity:.6}
.said{font-size:.875rem;color:var(--soft)}
.line{margin:0 0 .25rem;font-size:.9375rem}
details{margin:0 0 .5rem}
summary{padding:.5rem 0;cursor:pointer}
.fields{margin:0 0 .75rem;padding:0;list-style:none}
.fields li{padding:.5rem 0;border-top:1px solid var(--hair)}
.fields .note{display:block}
.fields .fields{margin:.5rem 0 0 1rem}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th{white-space:nowrap}
th,td{padding:.375rem .5rem;text-align:left;border-top:1px solid var(--hair);vertical-align:top}
td a{display:inline-block;padding:.125rem 0}
:target{box-shadow:0 0 0 2px var(--accent);border-radius:1rem}
li:target,h2:target{box-shadow:none;background:var(--hair);border-radius:.25rem}
[hidden]{display:none!important}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--card);z-index:1}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;
