/**
 * Loads the operator's analytics and chat; their ids are in its element's `data-tags`. It is on public pages only
 * (`takesVisitorTags`) and does nothing in a browser that holds a session or a view as a user, valid or not. A session that
 * begins in another tab, or exists when the page is restored from the browser's history, ends the page. The storage event carries
 * the token: this listener is the first and stops it from reaching others. Decision 33 has the remaining risks. `data-tagged`
 * marks that third-party scripts run: from then on, links to a sign-in load a new document (link.tsx).
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
