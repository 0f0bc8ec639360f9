/** Light or dark by the visitor's setting; every text pair has at least 4.5:1; targets are 48 px high. */
export const PAYMENT_PAGE_STYLE = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; padding: 20px 16px; min-height: 100vh; display: grid; place-items: start center;
  background: light-dark(#f5f4ee, #0d1416); color: light-dark(#12211f, #e8edea);
  font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { width: 100%; max-width: 440px; margin-top: 4vh; padding: 24px; border-radius: 10px;
  background: light-dark(#ffffff, #141d20); border: 1px solid light-dark(#dad8cc, #263338); }
.note { margin: 0 0 20px; padding: 12px 16px; border-radius: 6px;
  background: light-dark(#fbefcf, #3a2d0b); color: light-dark(#5f3e00, #f2c14e); font-size: 14px; }
h1 { margin: 0; font-size: 32px; line-height: 1.2; overflow-wrap: anywhere; }
h1 span { font-size: 16px; font-weight: 400; color: light-dark(#3e4c4b, #b4c0bf); }
.state { margin: 4px 0 20px; color: light-dark(#3e4c4b, #b4c0bf); }
dl { margin: 0 0 20px; }
dl div { display: flex; gap: 16px; justify-content: space-between; padding: 8px 0;
  border-top: 1px solid light-dark(#dad8cc, #263338); }
dt { color: light-dark(#3e4c4b, #b4c0bf); flex: none; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; min-width: 0; }
form { display: grid; gap: 12px; grid-template-columns: 1fr 1fr; }
button, .back { display: block; width: 100%; min-height: 48px; padding: 11px 16px; border-radius: 6px;
  border: 1px solid light-dark(#85887e, #64757b); background: transparent; color: inherit;
  font: inherit; text-align: center; text-decoration: none; cursor: pointer; }
.main, button[value=cancel] { grid-column: 1 / -1; }
.main { background: light-dark(#0b5563, #5cc1d0); border-color: transparent;
  color: light-dark(#ffffff, #04252c); font-weight: 600; }
.back { margin-top: 12px; border-color: transparent; color: light-dark(#0b5563, #5cc1d0); text-decoration: underline; }
button:hover { border-color: currentColor; }
:focus-visible { outline: 3px solid light-dark(#0b5563, #5cc1d0); outline-offset: 2px; }
`
