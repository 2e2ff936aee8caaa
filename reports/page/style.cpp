#include "reports/page/style.h"

namespace ulpgate::report {

std::string_view style() {
  return R"css(:root{color-scheme:light dark;--bg:#fff;--fg:#1a1c1e;--dim:#50565c;--line:#c9ced3;--soft:#f4f5f7;--link:#0b51b7;
--pf:#0b5a2b;--pb:#e4f4e9;--ff:#9b1010;--fb:#fde9e7;--wf:#664100;--wb:#fff2cf;--vf:#582985;--vb:#f2e8fc;--nf:#484d52;--nb:#ececee;
--c0:#0b51b7;--c1:#b3420a;--c2:#0b6b34;--c3:#8a1c8a;--c4:#6b5900;--c5:#a3123f;--c6:#006775;--c7:#4a4f55}
@media screen and (prefers-color-scheme:dark){:root{--bg:#131619;--fg:#e7e9eb;--dim:#a9b1b8;--line:#3b4147;--soft:#1d2125;--link:#8fbaff;
--pf:#86e3a6;--pb:#12301d;--ff:#ffb3ab;--fb:#411614;--wf:#ffd479;--wb:#382b08;--vf:#d9baff;--vb:#2d1d41;--nf:#c3c8cc;--nb:#2a2e32;
--c0:#8fbaff;--c1:#ffb07c;--c2:#86e3a6;--c3:#e5a8ff;--c4:#e6d36a;--c5:#ff9db4;--c6:#7fdbe8;--c7:#c3c8cc}}
*{box-sizing:border-box}
html{scroll-padding-top:.5rem}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:80rem;margin:0 auto;padding:.75rem}
a{color:var(--link)}
h1{font-size:1.9rem;line-height:1.2;margin:.2rem 0;padding:.5rem .75rem;border-left:.5rem solid;border-radius:.25rem}
h1 small{display:block;font-size:1rem;font-weight:400}
h2{font-size:1.3rem;margin:1.75rem 0 .5rem;border-bottom:2px solid var(--line)}
h3{font-size:1.05rem;margin:1.1rem 0 .4rem}
p{margin:.4rem 0}
.k{color:var(--dim);font-size:.9rem}
.p{color:var(--pf);background:var(--pb)}.f{color:var(--ff);background:var(--fb)}.w{color:var(--wf);background:var(--wb)}
.v{color:var(--vf);background:var(--vb)}.n{color:var(--nf);background:var(--nb)}
table{border-collapse:collapse;font-size:.875rem}
caption{text-align:left;font-weight:600;padding:.35rem 0}
th,td{border:1px solid var(--line);padding:.25rem .45rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{background:var(--soft);overflow-wrap:normal}
th small{font-weight:400;color:var(--dim);display:block}
.t{width:100%;margin:.5rem 0}.t th{font-weight:600}.t tbody th{width:1%;white-space:nowrap}
@media(max-width:30em){.t tbody th{white-space:normal;min-width:6.5rem}}
.c{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.two{display:grid;gap:0 1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));align-items:start}
.s{overflow-x:auto;max-width:100%}
.s:focus-visible,summary:focus-visible,a:focus-visible,input:focus-visible,select:focus-visible,button:focus-visible{outline:3px solid var(--link);outline-offset:1px}
.m td{padding:0;min-width:5.5rem}.m td a,.m td span{display:block;padding:.25rem .45rem;color:inherit;white-space:nowrap}
.m tbody th{position:sticky;left:0;background:var(--bg);min-width:6rem;max-width:11rem}
@media screen and (min-width:60em){.m tbody th{min-width:10rem}}
.m td a{text-decoration:none}.m td a:hover,.m td a:focus{text-decoration:underline}
details{border:1px solid var(--line);border-radius:.25rem;margin:.4rem 0;padding:0 .5rem}
summary{cursor:pointer;padding:.4rem 0}
summary b{padding:.05rem .4rem;border-radius:.25rem;white-space:nowrap}
section:target>details,tr:target>*,tbody:target>tr>*{outline:2px solid var(--link);outline-offset:-2px}
.e table{width:100%;min-width:44rem;margin-bottom:.5rem}
.fx tbody th{min-width:15rem;max-width:20rem}.fx td a{white-space:normal;min-width:8rem;max-width:16rem}
.plot{position:relative;min-width:0;margin:.4rem 0}.e table.x{width:auto;min-width:0}.plot canvas{max-width:100%}
.e table:not(.x) tbody th,.d2 tbody th{min-width:13rem}
.e tbody{border-top:2px solid var(--line)}
td.y{white-space:nowrap}
.e caption{position:absolute;width:1px;height:1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
nav a{margin-right:.9rem;line-height:2}
.d>td{font-size:.8125rem;background:var(--soft)}
.d>td>div{position:sticky;left:.5rem;max-width:min(76rem,calc(100vw - 3.2rem))}
.fi tbody td:first-child{width:1%}.fi b{overflow-wrap:anywhere;font-weight:600}
.d dl,.fi dl{display:grid;grid-template-columns:max-content 1fr;gap:0 .6rem;margin:0}
dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
code{font:.95em/1.3 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
.d2{width:100%;min-width:40rem}.d2 tbody th{font-weight:400}[hidden]{display:none!important}
.filter{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;position:sticky;top:0;background:var(--bg);padding:.5rem 0;border-bottom:1px solid var(--line);z-index:1}
.filter label{max-width:100%}.filter select{max-width:100%;min-width:0}
.filter input,.filter select,button{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--dim);border-radius:.25rem;padding:.2rem .4rem;max-width:100%}
#panel .filter,#any .filter{position:static}
ul{margin:.4rem 0;padding-left:1.2rem}li{margin:.15rem 0;overflow-wrap:anywhere}
@media print{.filter,#panel button{display:none}main{max-width:none;padding:0}body{font-size:10pt}a{color:inherit}.s{overflow:visible}.e table{min-width:0}.d>td>div{position:static;max-width:none}
.m tbody th{position:static}details{border:0;padding:0}details::details-content{content-visibility:visible;block-size:auto}tr,h2,h3,caption{break-inside:avoid}h2,h3,caption{break-after:avoid}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)css";
}

}  // namespace ulpgate::report
