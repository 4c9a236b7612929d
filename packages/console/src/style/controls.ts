/** Buttons, fields, badges, notices. Everything that is pressed is big enough for a finger in a narrow window. */
export const controls = `
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
