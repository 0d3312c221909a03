/** The page's own style: no font, picture or file from anywhere else. */
export const pageStyle = `
:root{color-scheme:light dark;--bg:#fbfbfa;--card:#fff;--ink:#1f2933;--muted:#52606d;--line:#d9dfe5;--head:#eef2f5;
--ok:#0b6b3a;--ok-bg:#dff3e7;--time:#1b5a8a;--time-bg:#e3f0fa;--warn:#8a4300;--warn-bg:#fdebdc;--bad:#9b1c1c;--bad-bg:#fbe0e0}
@media (prefers-color-scheme:dark){:root{--bg:#14181c;--card:#1b2127;--ink:#e6ebf0;--muted:#a3b0bd;--line:#323c46;--head:#232b33;
--ok:#8fdcb0;--ok-bg:#12382a;--time:#a5d2f2;--time-bg:#14324a;--warn:#ffc48f;--warn-bg:#45290d;--bad:#ffb1b1;--bad-bg:#4a1a1a}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:1240px;margin:0 auto;padding:24px 20px 64px}
h1{font-size:26px;margin:0 0 4px}h2{font-size:19px;margin:40px 0 4px}h3{font-size:15px;margin:0 0 8px}
p{margin:4px 0 12px}.about{color:var(--muted)}
.banner{display:flex;gap:16px;align-items:baseline;flex-wrap:wrap;border-radius:10px;padding:16px 20px;margin:20px 0;border:1px solid var(--line)}
.banner strong{font-size:21px}
.reconciled{background:var(--ok-bg);color:var(--ok)}.reconciled_with_timing{background:var(--time-bg);color:var(--time)}
.breaks{background:var(--warn-bg);color:var(--warn)}.incomplete{background:var(--bad-bg);color:var(--bad)}
.chip{display:inline-block;padding:1px 9px;border-radius:999px;font-size:13px;font-weight:600;white-space:nowrap}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:12px;margin:12px 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 16px}
.card b{display:block;font-size:22px;font-variant-numeric:tabular-nums}.card span{color:var(--muted)}
.calendar{display:flex;flex-wrap:wrap;gap:6px;padding:0;list-style:none}
.calendar li{border-radius:6px;padding:5px 8px;font-size:13px;font-variant-numeric:tabular-nums;min-width:92px}
.calendar small{display:block}
.bridges{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:14px}
.bridge table{width:100%}.bridge td{border:0;padding:2px 0}.bridge .total td{font-weight:600;border-top:1px solid var(--line)}
.bridge .residual td{font-weight:700;border-top:1px solid var(--line);border-bottom:3px double var(--ink)}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px}
table{border-collapse:collapse;font-size:14px}
.list{min-width:100%}
.list th{position:sticky;top:0;background:var(--head);text-align:left;padding:0;font-weight:600;white-space:nowrap}
.list th button{all:unset;cursor:pointer;padding:8px 12px;display:block}
.list th button:focus-visible,summary:focus-visible,input:focus-visible,.scroll:focus-visible,a:focus-visible{outline:3px solid var(--time);outline-offset:-2px}
.list th[aria-sort=ascending] button::after{content:" ▲"}.list th[aria-sort=descending] button::after{content:" ▼"}
.plain th{padding:8px 12px}a{color:var(--time)}
.list td{padding:7px 12px;border-top:1px solid var(--line);vertical-align:top}
.list td.wide{min-width:230px}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.neg{color:var(--bad)}.code{font-family:ui-monospace,Consolas,monospace;font-size:12.5px;word-break:break-all}
.date{white-space:nowrap;font-variant-numeric:tabular-nums}
details{margin-top:6px}summary{cursor:pointer;color:var(--muted)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 14px;margin:8px 0}dt{color:var(--muted)}dd{margin:0}
.filter{display:flex;gap:10px;align-items:center;margin:8px 0}
input[type=search]{font:inherit;padding:6px 10px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:inherit;min-width:260px}
footer{color:var(--muted);margin-top:40px;border-top:1px solid var(--line);padding-top:12px}
@media (max-width:640px){main{padding:16px 12px 48px}h1{font-size:22px}input[type=search]{min-width:0;width:100%}}
@media print{:root{--bg:#fff;--card:#fff}.filter{display:none}.scroll{overflow:visible;border:0}table{font-size:9pt}h2{break-after:avoid}tr,.card,.bridge{break-inside:avoid}
.list td.wide{min-width:0}}
`;
