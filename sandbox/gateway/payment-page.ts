import { formatDecimal } from '#sandbox/decimal.ts'
import { isKnownStatus, type Invoice, type KnownStatus } from './invoice.ts'
import { PAYMENT_PAGE_STYLE } from './payment-page-style.ts'

const SENTENCES: Record<KnownStatus, string> = {
  check: 'Waiting for your payment.',
  process: 'The payment is being processed.',
  confirm_check: 'The payment was seen and is being confirmed.',
  wrong_amount_waiting: 'A part has been paid. The rest is still open.',
  paid: 'This invoice is paid.',
  paid_over: 'This invoice is paid, with more than the full amount.',
  wrong_amount: 'Less than the full amount was paid, and the invoice is closed.',
  cancel: 'This invoice is cancelled.',
  fail: 'The payment failed.',
  system_fail: 'The payment failed on the gateway’s side.',
  refund_process: 'The payment is being refunded.',
  refund_fail: 'The refund failed.',
  refund_paid: 'The payment was refunded.',
  locked: 'The payment is held for review.',
}

const PAYABLE: readonly string[] = ['check', 'wrong_amount_waiting']
const PAID: readonly string[] = ['paid', 'paid_over']

/** The buttons that still have an effect in this status. */
export function listButtons(status: string): readonly string[] {
  if (PAYABLE.includes(status)) return ['pay', 'pay_little', 'pay_much', 'pay_twice', 'cancel']
  return PAID.includes(status) ? ['refund'] : []
}

/** The page where a customer pays: one self-contained document, no script, nothing loaded. */
export function renderPaymentPage(invoice: Invoice): string {
  const { amount, payment } = invoice
  const { received, status } = payment
  const left = amount > received ? amount - received : 0n
  const isPayable = PAYABLE.includes(status)
  const show = (units: bigint): string => showAmount(units, invoice.currency)
  const closesAt = new Date(invoice.expiresAt).toISOString()
  return page(
    `Invoice for ${show(amount)}`,
    `<p class="note"><strong>Sandbox.</strong> No real money moves here. Each button plays out one way a payment can go.</p>
<h1>${show(amount)} <span>invoice</span></h1>
<p class="state" role="status">${isKnownStatus(status) ? SENTENCES[status] : `The payment is “${escapeHtml(status)}”.`}</p>
<dl>
<div><dt>Order</dt><dd>${escapeHtml(invoice.orderId)}</dd></div>
<div><dt>To pay</dt><dd>${show(left)} in ${escapeHtml(invoice.payerCurrency)} (${escapeHtml(invoice.network)})</dd></div>
<div><dt>Received</dt><dd>${show(received)}</dd></div>
${isPayable ? `<div><dt>Open until</dt><dd><time datetime="${closesAt}">${closesAt.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>` : ''}
</dl>
${renderButtons(invoice, left)}
${invoice.returnUrl === null ? '' : `<a class="back" href="${escapeHtml(invoice.returnUrl)}">Back to the shop</a>`}`,
  )
}

export function renderMissingPage(): string {
  return page('No such invoice', '<h1>No such invoice</h1>\n<p>There is no invoice at this address.</p>')
}

function renderButtons({ uuid, currency, payment }: Invoice, left: bigint): string {
  const labels: Record<string, string> = {
    pay: `Pay ${showAmount(left, currency)}`,
    pay_little: 'Pay too little',
    pay_much: 'Pay too much',
    pay_twice: 'Pay twice',
    cancel: 'Cancel',
    refund: 'Refund',
  }
  const buttons = listButtons(payment.status).map(
    (what) =>
      `<button${what === 'pay' ? ' class="main"' : ''} name="do" value="${what}">${labels[what]}</button>`,
  )
  return buttons.length === 0
    ? ''
    : `<form method="post" action="/pay/${uuid}">\n${buttons.join('\n')}\n</form>`
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

function showAmount(units: bigint, currency: string): string {
  return currency === 'USD' ? `$${formatDecimal(units)}` : `${formatDecimal(units)} ${currency}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
