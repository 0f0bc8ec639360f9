/**
 * Behind the boot script on pages that React draws. What is pressed before the frame listens would be lost, and Ctrl K go to
 * the browser: of whoever is signed in the last of them is kept, and pressed again once the frame says `shortcuts`
 * (use-shortcuts.ts), with what was typed behind Ctrl K. What is typed in a box is none.
 */
export const earlyKeys = `(()=>{let k,x='',h=e=>{let c=e.ctrlKey||e.metaKey,t=e.key
if(document.documentElement.dataset.signedIn==null||e.altKey||t.length>1||e.target.matches?.('input,textarea,select')||c&&t.toLowerCase()!='k'&&e.code!='KeyK')return
let p=k&&(k.ctrlKey||k.metaKey)
if(c||p)e.preventDefault()
if(c||!p){k=e;x=''}else x+=t}
addEventListener('keydown',h)
addEventListener('shortcuts',()=>{removeEventListener('keydown',h);if(k)dispatchEvent(Object.assign(new KeyboardEvent('keydown',k),{typed:x}))},{once:!0})})()`
