/** The page's own style, without fonts, images or files from elsewhere. */
export const pageStyle = `
:root{color-scheme:light dark;--bg:#fff;--ink:#17212b;--muted:#556270;--line:#dfe4e8;--rule:#17212b;--head:#f5f7f8;--accent:#1d4f7c;--band:#b9c9d6;--out:#e3cfae;--bar:#8ba3b5;
--ok:#0c6139;--ok-bg:#e2f2e8;--time:#1b557f;--time-bg:#e4f0f8;--warn:#7d4400;--warn-bg:#fcefd9;--bad:#992020;--bad-bg:#fae4e2}
@media (prefers-color-scheme:dark){:root{--bg:#12171c;--ink:#e4e9ee;--muted:#a4b0bb;--line:#2c353d;--rule:#c6ced6;--head:#1a2128;--accent:#93c4ec;--band:#3d5263;--out:#5c4d31;--bar:#5d7789;
--ok:#8bdcb0;--ok-bg:#12352a;--time:#a3d0f0;--time-bg:#143147;--warn:#f6c384;--warn-bg:#40290e;--bad:#ffaca6;--bad-bg:#451b1a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 -apple-system,"Segoe UI","Helvetica Neue",Arial,"Liberation Sans",sans-serif}
main{max-width:1080px;margin:0 auto;padding:36px 28px 72px}
a{color:var(--accent)}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--bg);padding:6px 10px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
h1{font-size:34px;line-height:1.15;margin:0;letter-spacing:-.01em}
h2{font-size:20px;line-height:1.25;margin:52px 0 2px;padding-top:14px;border-top:2px solid var(--rule)}
h2 small{font-size:15px;font-weight:400;color:var(--muted);margin-left:6px}
h3{font-size:15px;margin:22px 0 8px}
p{margin:4px 0 12px}.about{color:var(--muted);max-width:76ch}.nothing{color:var(--muted)}
header .kind{margin:0 0 6px;font-size:13px;letter-spacing:.08em;text-transform:uppercase;color:var(--muted)}
header .period{margin:8px 0 4px;font-size:17px}header .period span{color:var(--muted);font-size:15px;margin-left:8px}
header nav{display:flex;flex-wrap:wrap;gap:4px 20px;font-size:14px}
.banner{display:flex;gap:2px 16px;align-items:baseline;flex-wrap:wrap;padding:14px 18px;margin:22px 0 6px;border-left:5px solid currentColor}
.banner strong{font-size:24px;line-height:1.2}
.reconciled{background:var(--ok-bg);color:var(--ok)}.reconciled_with_timing{background:var(--time-bg);color:var(--time)}
.test-mode,.superseded{background:var(--warn-bg);color:var(--warn)}.banner:is(.test-mode,.superseded){margin:0 0 22px}
.breaks{background:var(--warn-bg);color:var(--warn)}.incomplete{background:var(--bad-bg);color:var(--bad)}
.chip{display:inline-block;padding:1px 8px;border-radius:3px;font-size:13px;font-weight:600;white-space:nowrap}
table{border-collapse:collapse;font-size:14px;width:100%}
th,td{text-align:left;padding:7px 12px 7px 0;vertical-align:top;font-weight:400}
thead th{font-size:13px;color:var(--muted);vertical-align:bottom;white-space:nowrap}
th.num,td.num{text-align:right;font-variant-numeric:tabular-nums lining-nums;white-space:nowrap;padding-left:14px}th.num:last-child,td.num:last-child{padding-right:0}
caption{text-align:left;font-weight:600;padding:0 0 4px}caption span{font-weight:400;color:var(--muted)}
.neg{color:var(--bad)}.date{white-space:nowrap;font-variant-numeric:tabular-nums}
.code,code{font-family:ui-monospace,Consolas,"Liberation Mono",monospace;font-size:12.5px;overflow-wrap:anywhere}
.proof{margin:10px 0 14px;max-width:none}.aside{background:var(--head);color:var(--muted)}.declared{margin:10px 0 0;padding-left:18px}
.register th,.register td{border-top:1px solid var(--line)}.register thead th{border-top:0}.register tbody th{font-weight:600}.register .why{min-width:180px}.register td[data-label]{min-width:104px}
.grid{width:auto;border-collapse:separate;border-spacing:2px}.grid tbody th{padding:2px 14px 2px 0;white-space:nowrap}.grid th small{color:var(--muted)}.grid thead th{text-align:center;padding:0 2px;font-variant-numeric:tabular-nums}.grid thead th:first-child{text-align:left}.grid thead small{display:block;font-size:11px;min-height:16px}.grid td{min-width:24px;text-align:center;padding:1px 4px;border-radius:3px;font-size:13px}.grid td b{font-weight:700}.grid.wide td{padding:1px 10px;text-align:left;white-space:nowrap}.grid.wide thead th{text-align:left;padding-left:10px}.grid.wide thead th:first-child{padding-left:0}.grid .weekend{color:var(--ink)}
.summary{border-bottom:1px solid var(--line)}.summary td,.summary tbody th{border-top:1px solid var(--line);padding-top:9px;padding-bottom:9px}
.summary tbody th{font-weight:700}.summary .why{width:46%}
.findings{padding:0;margin:14px 0 0;list-style:none;counter-reset:finding}
.findings li{counter-increment:finding;position:relative;padding:14px 0 14px 44px;border-top:1px solid var(--line)}
.findings li::before{content:counter(finding);position:absolute;left:0;top:12px;font-size:22px;font-weight:300;color:var(--muted);font-variant-numeric:tabular-nums}
.findings p{margin:0 0 3px;max-width:84ch}.findings .what{font-size:16px}.findings .facts{color:var(--muted);font-size:14px}.findings .facts .money{color:var(--ink);font-variant-numeric:tabular-nums}
.findings .also{color:var(--muted)}.findings .todo{margin-top:6px}.findings .todo b{font-size:12px;letter-spacing:.06em;text-transform:uppercase;color:var(--muted);margin-right:8px}
.carried{margin-top:14px;padding-top:12px;border-top:1px solid var(--line)}.findings .rows{white-space:nowrap;margin-left:6px;font-size:14px}
.flow-chart{display:block;width:100%;height:auto;margin:6px 0 4px}
.flow-chart text{fill:var(--ink);font-size:14px}.flow-chart .name{fill:var(--muted)}.flow-chart .sum{font-size:17px;font-weight:600;font-variant-numeric:tabular-nums}.flow-chart .bad{fill:var(--bad)}.flow-chart .small{font-size:13px;fill:var(--muted)}
.flow-chart .node{fill:var(--ink)}.flow-chart .band{fill:var(--band);opacity:.75}.flow-chart .out{fill:var(--out)}.flow-chart .rule{stroke:var(--line)}
td.bar{width:34%;padding:9px 12px}td.bar svg{display:block;width:100%;height:11px}td.bar rect{fill:var(--bar)}
.flow td,.flow th{padding-top:4px;padding-bottom:4px;line-height:1.35}.flow tbody tr{border-top:1px solid var(--line)}.flow .less th{padding-left:16px;color:var(--muted)}.flow .less rect{fill:var(--out)}.flow .balance th,.flow .balance td{font-weight:600}
.flow td.bar{padding-top:7px;padding-bottom:7px}.flow .count{color:var(--muted)}
.totals{display:block;color:var(--muted);font-size:.93em}.controls .num+td:not(.num),.controls .num+th:not(.num){padding-left:28px}.key{display:inline-block;width:9px;height:9px;margin-right:6px}.key.broken{background:var(--bad)}.key.waiting{background:var(--time)}
.on-paper{display:none;color:var(--muted)}.contents{display:flex;flex-wrap:wrap;gap:4px 18px;margin:18px 0 0;font-size:14px}.contents small{color:var(--muted);font-size:13px}
.controls tbody tr,.open tbody tr,.ages tbody tr,.lag tbody tr,.fees tbody tr{border-top:1px solid var(--line)}.controls tbody tr.to-do{border-top:0}.to-do b{font-size:12px;letter-spacing:.06em;text-transform:uppercase;color:var(--muted)}.to-do .facts-list{padding-left:20px}.controls .open .residual,.fees .open{font-weight:600}
.bridges{display:grid;align-items:start;gap:26px 40px;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr))}
.bridge th,.bridge td{padding-top:3px;padding-bottom:3px;border-top:1px solid var(--line)}.bridge td.bar{width:30%}.bridge .total th,.bridge .total td{font-weight:600;border-top-color:var(--rule)}
.bridge .residual th,.bridge .residual td{font-weight:700;border-bottom:3px double var(--rule)}.bridge .total rect{fill:var(--band)}.bridge .residual rect{fill:var(--bad)}
.pair{display:grid;gap:26px 40px;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr))}
.open{max-width:760px}.open tbody th{font-weight:400}.open .total th,.open .total td{font-weight:600}#open ol{padding-left:22px}#open li{margin:0 0 10px}#open li>span{color:var(--muted)}.ages .broken{fill:var(--bad)}.ages .waiting{fill:var(--time)}.ages td.bar,.lag td.bar{width:26%}.ages tbody th,.lag tbody th{white-space:nowrap}.ages thead th{white-space:normal}.ages thead th:has(.key){white-space:nowrap}.fees{margin-bottom:22px}
.lag .span{fill:var(--line)}.lag .usual{fill:var(--band)}.lag .mark{fill:var(--ink)}
.statement{margin:20px 0 30px;max-width:860px}.statement th,.statement td{padding-top:3px;padding-bottom:3px;border-top:1px solid var(--line)}.statement thead th,.statement .part th{border-top:0}.statement .part th{padding-top:12px;color:var(--muted)}.statement .item th{padding-left:16px}.statement .remark{color:var(--muted);width:38%;padding-left:28px}.statement .residual th,.statement .residual td{font-weight:700;border-bottom:3px double var(--rule)}.statement .remark,.statement .residual .remark,.statement .total .remark{font-weight:400}
.total th,.total td{font-weight:600;border-top:1px solid var(--rule)}
.calendars{display:grid;gap:22px 40px;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr))}
.calendar{table-layout:fixed;border-collapse:separate;border-spacing:3px}.calendar th{text-align:center;padding:0 0 2px}
.calendar td{height:40px;padding:4px 6px;border-radius:3px;font-size:13px;font-variant-numeric:tabular-nums;position:relative}.calendar td b{position:absolute;right:6px;bottom:2px;font-size:13px}
.calendar .now{outline:2px solid currentColor;outline-offset:-2px}.calendar .gap{background:none}
.legend{display:flex;flex-wrap:wrap;gap:4px 22px;list-style:none;padding:0;margin:12px 0 0;color:var(--muted);font-size:14px}
.mark{display:inline-block;min-width:22px;text-align:center;border-radius:3px;font-weight:700}
.scroll{overflow-x:auto;position:relative}
.list thead th{padding:0;border-bottom:1px solid var(--rule)}.list th button{all:unset;cursor:pointer;padding:6px 12px 6px 0;display:block}.list th.num button{padding:6px 12px 6px 14px;margin-left:auto;width:max-content}.list th.num:last-child button{padding-right:0}
.list th[aria-sort=ascending] button::after{content:" ↑"}.list th[aria-sort=descending] button::after{content:" ↓"}
:is(button,summary,input,.scroll,a):focus-visible{outline:3px solid var(--time)!important;outline-offset:2px}
.list td{border-top:1px solid var(--line)}.list td.wide{min-width:220px}.opens tbody tr:not(.opened){cursor:pointer}.opens tbody tr:not(.opened):hover{background:var(--head)}
button.open{all:unset;cursor:pointer;display:inline-block;width:18px;color:var(--muted)}button.open::before{content:"▸"}button.open[aria-expanded=true]::before{content:"▾"}
.opened td{background:var(--head);border-top:0;padding:10px 18px 16px}
.row-details{display:grid;gap:8px 36px;grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr))}.row-details .sides{grid-column:1/-1;width:auto;min-width:min(100%,560px)}
.sides th,.sides td{border:0;border-top:1px solid var(--line);padding:3px 28px 3px 0;overflow-wrap:anywhere}.sides thead th{white-space:normal}.sides td.num{text-align:left;padding-left:0}.sides tbody th{color:var(--muted)}
.row-details p{grid-column:1/-1;margin:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:0;grid-column:1/-1}dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}.facts-list{margin:0;padding-left:16px}
details{margin:10px 0}summary{cursor:pointer;color:var(--accent)}
.filter{display:flex;gap:10px;align-items:center;margin:8px 0 10px;font-size:14px}.filter output{color:var(--muted)}
input[type=search]{font:inherit;padding:5px 9px;border:1px solid var(--muted);border-radius:3px;background:var(--bg);color:inherit;min-width:240px}
.rest{margin-top:10px;padding:8px 12px;background:var(--head)}
.empty{color:var(--muted);margin-top:52px;padding-top:14px;border-top:2px solid var(--rule)}
footer{color:var(--muted);margin-top:56px;border-top:1px solid var(--line);padding-top:12px;font-size:14px}
@media screen and (max-width:960px){.summary thead,.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.summary tr,.stack tr{display:block;padding:10px 0;border-top:1px solid var(--line)}
.summary th,.summary td,.stack th,.stack td{display:block;border:0!important;padding:1px 0!important;width:auto!important}.summary td.num,.stack td[data-label]{display:flex;gap:12px;text-align:left;justify-content:space-between}
.stack td:empty{display:none}.stack tbody th{font-weight:600}.summary td.num::before,.stack td[data-label]::before{content:attr(data-label);color:var(--muted);font-variant-numeric:normal}}
@media screen and (max-width:900px){.list td.wide{min-width:150px}.list td,.list th button{padding-right:8px!important}}
@media screen and (max-width:760px){main{padding:20px 16px 56px}h1{font-size:27px}h2{margin-top:40px}.flow-chart{display:none}header .period span{display:block;margin:0}
.list thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.list tr{display:block;padding:10px 0;border-top:1px solid var(--line)}
.list td{display:flex;gap:12px;text-align:left;border:0!important;padding:1px 0!important;width:auto!important}
.list td::before{color:var(--muted);flex:0 0 38%;font-family:-apple-system,"Segoe UI",Arial,sans-serif;font-size:13px;font-variant-numeric:normal}.list td:empty{display:none}.list td.wide{min-width:0}.list td.num{white-space:normal}
.list .opened td::before{content:none!important}.list .opened td{display:block;padding:10px 12px!important}.opened{padding:0!important;border:0!important}
.grid tbody th{white-space:normal;min-width:112px;padding-right:8px}.grid.wide td{padding:1px 6px}.lag td.bar,.bridge td.bar,.ages td.bar{display:none}.flow td.bar{width:24%;padding-right:0}.ages th.num,.ages td.num,.open th.num,.open td.num{white-space:normal}.open th.num,.open td.num{padding-left:4px;padding-right:4px}.open th:nth-child(4),.open td:nth-child(4){display:none}.pair th.num,.pair td.num{padding-left:4px;padding-right:6px}.pair thead th{white-space:normal}.flow .count{display:none}input[type=search]{min-width:0;flex:1}dl{grid-template-columns:1fr}dd{margin:0 0 6px}.sides th,.sides td{padding-right:12px}.findings li{padding-left:34px}}
@media print{@page{size:A4;margin:14mm 13mm 16mm}:root{--bg:#fff;--ink:#000;--muted:#444;--line:#ccc;--rule:#000;--head:#f4f4f4;--band:#b9c9d6;--out:#e3cfae;--bar:#8ba3b5;--ok:#0c6139;--ok-bg:#e2f2e8;--time:#1b557f;--time-bg:#e4f0f8;--warn:#7d4400;--warn-bg:#fcefd9;--bad:#992020;--bad-bg:#fae4e2}
body{font-size:8.5pt;line-height:1.4}main{max-width:none;padding:0}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.filter,header nav,a[href^="#"],.contents,button.open,#open .about,#statements~section:not(#register),.empty,.screen{display:none!important}.on-paper{display:block}
h1{font-size:17pt}h2{font-size:12pt;margin-top:14px;padding-top:8px}h3{font-size:8.5pt;margin:12px 0 4px}.banner{padding:8px 14px;margin:12px 0 4px}.banner strong{font-size:13pt}
table,thead th,.findings .facts,.chip,.grid td,.code,.legend{font-size:7.5pt}.findings .what{font-size:9pt}.findings .todo b,.to-do b{font-size:7pt}.findings li{padding:5px 0 5px 32px}.findings li::before{font-size:13pt;top:4px}.findings p,.about{max-width:none}.findings :is(.what,.facts){display:inline;margin-right:8px}.findings .todo{margin-top:2px}#open li{margin:0 0 2px}
th,td,.summary td,.summary tbody th{padding-top:2px;padding-bottom:2px}thead :is(th,th.num){white-space:normal}.list td.wide,.register .why,.register td[data-label]{min-width:0}.list td,.list th button{padding-right:6px}
.statement-list{columns:2;column-gap:9mm}.statement{margin:0 0 10px;font-size:7pt}.statement th,.statement td{padding-top:1px;padding-bottom:1px}.statement .part th{padding-top:5px}.statement :is(th,td){padding-right:0}.statement .item th{padding-left:8px}.statement .num{padding-left:6px}.statement .remark{padding-left:8px;width:33%}.statement thead,.statement .total .remark{display:none}
.grid{border-spacing:1px}.grid :is(td,tbody th){padding-top:0;padding-bottom:0}.grid tbody th{white-space:normal}.grid:not(.wide) td{min-width:0;padding:0;font-size:6.5pt}.grid thead :is(th,small){padding:0;font-size:6pt}
.scroll{overflow:visible}thead{display:table-header-group}tr,.findings li,.about,.bridge,.calendar,.flow-chart{break-inside:avoid}h2,h3,caption,h2+.about{break-after:avoid}footer{margin-top:8px;padding-top:4px;font-size:7.5pt}}
`;
