import { createHmac, timingSafeEqual } from 'node:crypto'

import { btcpay as data } from '#contract/base/gateways/btcpay.ts'
import { parseJson, textOf, toMembers } from '#server/integrations/gateways/call-gateway.ts'
import type { Gateway } from '#server/integrations/gateways/gateway.ts'

import { createInvoice, listPayments, readInvoice, testAccount } from './btcpay-client.ts'

export const btcpay: Gateway<keyof typeof data.fields> = {
  data,
  // Each operator has their own server, named by the account.
  url: '',
  createInvoice,
  readInvoice,
  listPayments,
  webhook: {
    // The metadata is the invoice's; a store's webhook also reports invoices of other shops.
    read: ({ raw }) => {
      const event = toMembers(parseJson(raw.toString('utf8')))
      const id = textOf(event.get('invoiceId'))
      const reference = textOf(toMembers(event.get('metadata')).get('orderId'))
      if (!event.has('deliveryId')) return undefined
      return { ...(reference !== '' && { reference }), ...(id !== '' && { id }) }
    },
    isSigned: ({ fields }, { raw, headers }) =>
      isEqual(String(headers['btcpay-sig'] ?? ''), `sha256=${sign(raw, fields.webhook_secret)}`),
  },
  testAccount,
}

/** Hex HMAC-SHA256 of the body as sent. */
function sign(raw: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(raw).digest('hex')
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
