/** Tables of payments and the like: dense, amounts at the right. A narrow window shows fewer columns. */
export const tables = `
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
