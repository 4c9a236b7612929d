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
.wide{display:none}
@media (min-width:48rem){
td,th{padding:.5rem .875rem}
.narrow{display:none}
td.wide,th.wide{display:table-cell}
.under.wide{display:block}
}
`;
