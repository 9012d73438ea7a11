/** The style sheet of the page: quiet paper by day, quiet slate by night, one column on a phone. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#faf9f6;--card:#ffffff;--ink:#25282d;--soft:#6a6f78;--rule:#e5e2da;--one:#1d6f74;--two:#c4872f;--three:#7b6aa8;--four:#b5544f;--quiet:#9aa0a8}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--card:#1b1f23;--ink:#e6e4de;--soft:#9aa1aa;--rule:#2d3238;--one:#5fb8bb;--two:#e0ab5c;--three:#a99bd8;--four:#e08a84;--quiet:#767d86}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK SC",sans-serif;-webkit-text-size-adjust:100%}
main{max-width:60rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.75rem;line-height:1.2;font-weight:600;letter-spacing:-.015em;margin:0 0 .4rem}
h2{font-size:1.1rem;font-weight:600;margin:3rem 0 .3rem}
p{margin:.3rem 0;max-width:44rem}.soft,.note{color:var(--soft)}.note{font-size:.875rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem;margin:1.75rem 0 0;padding:0;list-style:none}
.facts li{background:var(--card);border:1px solid var(--rule);border-radius:.6rem;padding:.9rem 1rem}
.facts b{display:block;font-size:1.6rem;font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.facts span{color:var(--soft);font-size:.875rem;display:block;line-height:1.4}
.stages{list-style:none;margin:1rem 0 0;padding:0}
.stages li{display:grid;grid-template-columns:13rem 1fr 9.5rem;align-items:center;gap:.75rem;padding:.2rem 0}
.stages .value{font-variant-numeric:tabular-nums;text-align:right;white-space:nowrap}
.stages .value small{color:var(--soft);font-size:.8rem;margin-left:.35rem}
.scale{display:flex;justify-content:space-between;color:var(--soft);font-size:.75rem;margin:0 10.25rem 0 13.75rem}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem;margin-top:1rem}
figure{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:.6rem;padding:.9rem 1rem .7rem}
figcaption{font-size:.9rem;font-weight:600;margin-bottom:.3rem}
svg{display:block;width:100%;height:auto;overflow:visible}
.grid{stroke:var(--rule);stroke-width:1}.mark{stroke:var(--quiet);stroke-width:1;stroke-dasharray:2 3}
.tick{fill:var(--soft);font-size:9.5px;font-family:inherit;font-variant-numeric:tabular-nums}
.line{fill:none;stroke-width:1.8;stroke-linejoin:round}.range{stroke-width:2.2;stroke-linecap:round}.faint{opacity:.22}
.one{fill:var(--one);stroke:var(--one);background:var(--one)}.two{fill:var(--two);stroke:var(--two);background:var(--two)}.three{fill:var(--three);stroke:var(--three);background:var(--three)}.four{fill:var(--four);stroke:var(--four);background:var(--four)}.quiet{fill:var(--quiet);stroke:var(--quiet);background:var(--quiet)}
rect.one,rect.two,rect.three,rect.four,rect.quiet,circle{stroke:none}path.line{fill:none}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1rem;font-size:.8rem;color:var(--soft);margin:.4rem 0 0}
.swatch{display:inline-block;width:.7rem;height:.7rem;border-radius:.2rem;margin-right:.35rem;vertical-align:-.05rem}
.scroll{overflow-x:auto;margin-top:.9rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:.4rem .6rem;border-bottom:1px solid var(--rule);white-space:nowrap}
th{color:var(--soft);font-weight:500}th:first-child,td:first-child,.text{text-align:left}
td small{display:block;color:var(--soft);font-size:.75rem;line-height:1.2}
.long{white-space:normal;min-width:14rem;overflow-wrap:anywhere}
.bar{display:inline-block;height:.55rem;border-radius:.3rem;vertical-align:middle;min-width:1px}
code{font-size:.85em;overflow-wrap:anywhere}
@media (max-width:40rem){main{padding:1.5rem 1rem 3rem}h1{font-size:1.45rem}.stages li{grid-template-columns:1fr auto;gap:0 .75rem;padding:.45rem 0}.stages svg{grid-column:1/-1;grid-row:2}.scale{margin:0}}
@media print{figure,.facts li{break-inside:avoid}}
`;
