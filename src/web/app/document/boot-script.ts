/**
 * The one inline script, on every page, at most 1 kB, allowed by the response's nonce. It runs before the first paint and
 * - sets the chosen theme, so that nothing flashes (from storage, not a cookie: the page stays the same for everyone);
 * - marks whether a user is signed in, and shows the balance in elements with `data-balance`;
 * - stores the language chosen by a link (`hreflang`), for the server, and which user chose it (chosen-language.ts);
 * - marks how far the page is scrolled: past 10, 50 and 300 px (spec §2), from the first event on, since every page begins at 0;
 * - marks that the logo failed to load, so that the name is shown instead, and that the page's scripts did (`data-lost`).
 * Pages without hydration have no other script. The marks are only for display: session.ts validates the session.
 */
export const bootScript = `(()=>{let d=document,r=d.documentElement,s=r.dataset,g=k=>{try{return localStorage.getItem(k)}catch{}},t=g('theme'),b,i=''
if(t=='light'||t=='dark')s.theme=t
try{let x=JSON.parse(g('session'));if(JSON.parse(atob(x.token.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).exp*1e3>Date.now()&&x.user.id&&x.user.email){s.signedIn='';b=x.user.balance||0;i=':'+x.user.id}}catch{}
if(b!=null)d.addEventListener('DOMContentLoaded',()=>d.querySelectorAll('[data-balance]').forEach(e=>{e.textContent=b.toLocaleString(r.lang,{style:'currency',currency:'USD',currencyDisplay:'narrowSymbol',maximumFractionDigits:8})}))
d.addEventListener('click',e=>{let a=e.target.closest?.('a[hreflang]');if(a){d.cookie='language='+a.hreflang+';path=/;max-age=31536000;samesite=lax';try{localStorage.chosenLanguage=a.hreflang+i}catch{}}})
d.addEventListener('error',e=>{let t=e.target;if(t.dataset?.logo)s.noLogo='';if(t.type=='module')s.lost=''},!0)
let f=()=>{let y=scrollY;r.toggleAttribute('data-scrolled',y>10);r.toggleAttribute('data-compact',y>50);r.toggleAttribute('data-far',y>300)}
addEventListener('scroll',f,{passive:true})})()`
