/**
 * The calculator's inline script, on pages that have one: the total follows the typed quantity, exactly like the
 * server's, and the form works without it. A rate is in ten-thousandths of a dollar per 1000.
 */
export const calculatorScript = `(()=>{let d=document,f=d.forms.price,l=d.documentElement.lang,$=k=>f.querySelector('[data-at='+k+']'),n=x=>Number(x).toLocaleString(l)
if(f)f.oninput=()=>{let o=f.service.selectedOptions[0].dataset,q=f.quantity,v=q.value,k=/^\\d{1,10}$/.test(v)&&+v>=o.min&&+v<=o.max,u=k&&(BigInt(o.rate)*BigInt(v)+'').padStart(8,0)
q.min=o.min;q.max=o.max;q.setAttribute('aria-invalid',!k);$('min').textContent=n(o.min);$('max').textContent=n(o.max);$('rate').textContent=o.shown;$('count').textContent=k?n(v):'…'
$('total').textContent=k?new Intl.NumberFormat(l,{style:'currency',currency:'USD',currencyDisplay:'narrowSymbol',maximumFractionDigits:8}).format(u.slice(0,-7)+'.'+u.slice(-7)):'—'}})()`
