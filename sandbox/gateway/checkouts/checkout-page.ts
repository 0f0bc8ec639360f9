import { formatDecimal } from '#sandbox/decimal.ts'
import { PAYMENT_PAGE_STYLE } from '#sandbox/gateway/payment-page-style.ts'
import { readBody } from '#sandbox/http/read-body.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import { htmlAnswer, type Answer } from '#sandbox/http/send.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import { type Change, changeCheckout, isChange, type Till } from './change-checkout.ts'
import { type Checkout, receivedOf } from './checkout.ts'

const names = { payeer: 'Payeer', stripe: 'Stripe', btcpay: 'BTCPay' } as const

/** /checkout/{id}: the page and its buttons' actions. After a payment the customer returns to the shop. */
export async function answerCheckoutPage(till: Till, { request }: Exchange, id: string): Promise<Answer> {
  const checkout = till.state.checkouts.get(id)
  if (checkout === undefined) return htmlAnswer(renderNotice('This payment does not exist.'), 404)
  if (request.method === 'GET' || request.method === 'HEAD') return show(checkout)
  if (request.method !== 'POST') refuse(405, 'The page is read with GET; its buttons use POST.')
  const pressed = new URLSearchParams((await readBody(request)).toString('utf8')).get('do')
  if (!isChange(pressed)) refuse(400, '`do` is not one of the buttons.')
  const here = `/checkout/${id}`
  if (!buttonsOf(checkout).some(([what]) => what === pressed)) return redirect(here)
  changeCheckout(till, { checkout, what: pressed })
  if (pressed === 'cancel') return redirect(checkout.returnUrl ?? here)
  return redirect(pressed.startsWith('pay') ? (checkout.successUrl ?? here) : here)
}

export function renderNotice(text: string): string {
  return page('Sandbox payment', `<h1>${escapeHtml(text)}</h1>`)
}

function show(checkout: Checkout): Answer {
  const received = receivedOf(checkout)
  const money = (units: bigint) => `${formatDecimal(units)} ${escapeHtml(checkout.currency)}`
  const buttons = buttonsOf(checkout)
    .map(
      ([what, label], at) =>
        `<button${at === 0 ? ' class="main"' : ''} name="do" value="${what}">${label}</button>`,
    )
    .join('\n')
  const answer = htmlAnswer(
    page(
      `Pay ${money(checkout.amount)}`,
      `<p class="note"><strong>Sandbox.</strong> No real money moves here. Each button plays out one way a payment can go.</p>
<h1>${money(checkout.amount)} <span>${names[checkout.wire]}</span></h1>
<p class="state" role="status">${sentenceOf(checkout, received)}</p>
<dl>
<div><dt>Order</dt><dd>${escapeHtml(checkout.reference)}</dd></div>
<div><dt>Received</dt><dd>${money(received)}</dd></div>
<div><dt>Refunded</dt><dd>${money(checkout.refunded)}</dd></div>
</dl>
<form method="post" action="/checkout/${checkout.id}">
${buttons}
</form>
${checkout.returnUrl === null ? '' : `<a class="back" href="${escapeHtml(checkout.returnUrl)}">Back to the shop</a>`}`,
    ),
  )
  return { ...answer, headers: { ...answer.headers, ...pageHeaders(checkout) } }
}

/** The changes that are possible now. */
function buttonsOf(checkout: Checkout): [Change, string][] {
  const received = receivedOf(checkout)
  const hasDisputes = checkout.wire === 'stripe'
  if (received === 0n && checkout.isClosed) return []
  if (received === 0n)
    return [
      ['pay', 'Pay'],
      ['pay_little', 'Pay too little'],
      ['pay_much', 'Pay too much'],
      ['pay_twice', 'Pay twice'],
      ...(hasDisputes ? ([['pay_later', 'Pay by a slow method']] as [Change, string][]) : []),
      ['fail', 'Fail'],
      ...(hasDisputes ? ([['cancel', 'Cancel']] as [Change, string][]) : []),
    ]
  const more: [Change, string][] = [['pay', 'Pay again']]
  if (!hasDisputes) return more
  if (checkout.refunded < received) more.push(['refund', 'Refund'])
  if (checkout.dispute === 'none') more.push(['inquire', 'Inquire'])
  if (checkout.dispute === 'none' || checkout.dispute === 'inquiry') more.push(['dispute', 'Dispute'])
  if (checkout.dispute === 'withdrawn')
    more.push(['reinstate', 'Return the money'], ['lose', 'Lose the dispute'])
  return more
}

function sentenceOf({ amount, isClosed, refunded, dispute, slow }: Checkout, received: bigint): string {
  if (dispute !== 'none') return `The payment is disputed (${dispute}).`
  if (refunded > 0n)
    return refunded < received ? 'Part of the payment was refunded.' : 'The payment was refunded.'
  if (received === 0n && slow === 'running') return 'The payment is in progress.'
  if (received === 0n) return isClosed ? 'This payment is closed.' : 'Waiting for your payment.'
  if (received < amount) return 'Less than the full amount was paid.'
  return received > amount ? 'More than the full amount was paid.' : 'This payment is complete.'
}

function pageHeaders({ successUrl, returnUrl }: Checkout): Record<string, string> {
  // Browsers also apply `form-action` to the redirect after a form.
  const shops = [successUrl, returnUrl].flatMap((url) => URL.parse(url ?? '')?.origin ?? [])
  return {
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${shops.join(' ')}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}

function redirect(location: string): Answer {
  return { status: 303, headers: { location }, body: '' }
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Sandbox payment</title>
<link rel="icon" href="data:,">
<style>${PAYMENT_PAGE_STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
