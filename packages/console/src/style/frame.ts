/** The frame around every page: a bar at the side of a wide window, a menu at the top of a narrow one. */
export const frame = `
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
