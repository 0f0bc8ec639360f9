/**
 * Loads the operator's analytics and chat, whose ids stand in its element's `data-tags`. It stands on public pages alone
 * (`takesVisitorTags`), and does nothing in a browser that holds a session, valid or not, of the user or of a view as one.
 * A session that another tab begins, or that is there when the page comes out of the browser's history, ends the page. The
 * event that says so carries the token: this listener comes first, and no other gets it. What remains is in decision 33.
 * `data-tagged` says that scripts of others run here: from then on no link leads to a sign-in within this document (link.tsx).
 */
export const visitorTagScript = `(()=>{let w=window,d=document,tags=JSON.parse(d.currentScript.dataset.tags),held=()=>{try{return localStorage.getItem('session')!==null||sessionStorage.getItem('view')!==null}catch{return true}}
if(held())return
let leave=event=>{let now=held();if(now||event.key==='session')event.stopImmediatePropagation();if(now)w.location.reload()},load=(src,domain)=>{let s=d.createElement('script');s.async=true;s.src='https://'+src;if(domain)s.dataset.domain=domain;d.head.append(s)}
w.addEventListener('storage',leave,true);w.addEventListener('pageshow',leave,true);d.documentElement.dataset.tagged=''
if(tags.ga4){w.dataLayer=[];w.gtag=function(){w.dataLayer.push(arguments)};w.gtag('js',new Date());w.gtag('config',tags.ga4,{allow_google_signals:false});load('www.googletagmanager.com/gtag/js?id='+tags.ga4)}
if(tags.plausible)load('plausible.io/js/script.js',tags.plausible)
if(tags.meta){let f=w.fbq=w._fbq=function(){f.callMethod?f.callMethod(...arguments):f.queue.push(arguments)};f.push=f;f.loaded=true;f.version='2.0';f.queue=[];f('init',tags.meta);f('track','PageView');load('connect.facebook.net/en_US/fbevents.js')}
if(tags.tawk){w.Tawk_API={};w.Tawk_LoadStart=new Date();load('embed.tawk.to/'+tags.tawk)}
if(tags.crisp){w.$crisp=[];w.CRISP_WEBSITE_ID=tags.crisp;load('client.crisp.chat/l.js')}})()`
