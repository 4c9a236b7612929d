/** On paper there is what was looked at, without what was there to press. */
export const print = `
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
