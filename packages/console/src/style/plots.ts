/** Plots, with the styles that uPlot requires: it lays its parts above each other. */
export const plots = `
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
