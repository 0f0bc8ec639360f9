import { readBody } from '#sandbox/http/read-body.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import { htmlAnswer, type Answer } from '#sandbox/http/send.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import { changeInvoice, expireInvoice, type Gateway } from './change-invoice.ts'
import type { Invoice } from './invoice.ts'
import { listButtons, renderMissingPage, renderPaymentPage } from './payment-page.ts'

/** /pay/{uuid}: the page and its buttons' actions. A button clicked on a closed invoice only shows the status. */
export async function answerPaymentPage(gateway: Gateway, exchange: Exchange, uuid: string): Promise<Answer> {
  const invoice = gateway.state.findByUuid(uuid)
  if (!invoice) return htmlAnswer(renderMissingPage(), 404)
  expireInvoice(gateway, invoice)
  if (exchange.request.method === 'GET' || exchange.request.method === 'HEAD') return showPage(invoice)
  if (exchange.request.method !== 'POST') refuse(405, 'The page is read with GET; its buttons use POST.')
  const pressed = new URLSearchParams((await readBody(exchange.request)).toString('utf8')).get('do')
  const here = `/pay/${uuid}`
  const { status } = invoice.payment
  // Clicked on an outdated page, or twice.
  const isLate = [...listButtons('check'), ...listButtons('paid')].includes(pressed ?? '')
  if (isLate && !listButtons(status).includes(pressed ?? '')) return redirect(here)
  return redirect(press(gateway, invoice, pressed) ?? here)
}

/** Changes the invoice and returns the shop's address for the customer, if it gave one. */
function press(gateway: Gateway, invoice: Invoice, pressed: string | null): string | null {
  const { amount, isMultiple, payment } = invoice
  switch (pressed) {
    case 'pay':
      changeInvoice(gateway, { invoice, status: 'paid', received: amount })
      return invoice.successUrl
    case 'pay_much':
      changeInvoice(gateway, { invoice, status: 'paid_over', received: (amount * 3n) / 2n })
      return invoice.successUrl
    case 'pay_little': {
      // Half of the missing amount. If the shop allows several payments, the invoice waits for the rest.
      const received = payment.received + (amount - payment.received) / 2n
      changeInvoice(gateway, {
        invoice,
        status: isMultiple ? 'wrong_amount_waiting' : 'wrong_amount',
        received,
      })
      return isMultiple ? null : invoice.returnUrl
    }
    case 'pay_twice':
      changeInvoice(gateway, { invoice, status: 'paid_over', received: amount * 2n })
      return invoice.successUrl
    case 'refund':
      changeInvoice(gateway, { invoice, status: 'refund_paid' })
      return null
    case 'cancel':
      // A partial payment stays: the invoice is closed as underpaid, not as canceled.
      if (payment.received > 0n)
        changeInvoice(gateway, { invoice, status: 'wrong_amount', received: payment.received })
      else changeInvoice(gateway, { invoice, status: 'cancel', received: 0n })
      return invoice.returnUrl
    default:
      return refuse(400, '`do` must be pay, pay_little, pay_much, pay_twice, cancel or refund.')
  }
}

function showPage(invoice: Invoice): Answer {
  const answer = htmlAnswer(renderPaymentPage(invoice))
  return { ...answer, headers: { ...answer.headers, ...pageHeaders(invoice) } }
}

/** Browsers also apply `form-action` to the redirect after a form, so the shop's origins are listed. */
function pageHeaders({ successUrl, returnUrl }: Invoice): Record<string, string> {
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
