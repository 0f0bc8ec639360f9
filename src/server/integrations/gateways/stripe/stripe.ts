import { stripe as data } from '#contract/base/gateways/stripe.ts'
import { limits } from '#contract/base/limits.ts'
import { parseJson, textOf, toMembers } from '#server/integrations/gateways/call-gateway.ts'
import type { Gateway, WebhookClaim } from '#server/integrations/gateways/gateway.ts'

import { listPayments } from './list-payments.ts'
import { createInvoice } from './open-session.ts'
import { readInvoice } from './read-session.ts'
import { isSignedBody } from './signature.ts'
import { testAccount } from './stripe-client.ts'

export const stripe: Gateway<keyof typeof data.fields> = {
  data,
  url: 'https://api.stripe.com',
  createInvoice,
  readInvoice,
  listPayments,
  webhook: {
    bytesMax: limits.longWebhookBytes,
    read: ({ raw }) => readEvent(raw),
    isSigned: ({ fields }, { raw, headers, receivedAt }) =>
      isSignedBody(raw, {
        header: String(headers['stripe-signature'] ?? ''),
        secret: fields.webhook_secret,
        now: receivedAt,
      }),
  },
  testAccount,
}

/**
 * The payment that an event is about. A session has our reference, an intent and its charge have it as metadata, a dispute names
 * only the intent and the charge. Other events are not ours; they are stored, so that Stripe keeps sending.
 */
function readEvent(raw: Buffer): WebhookClaim | undefined {
  const event = toMembers(parseJson(raw.toString('utf8')))
  if (event.get('object') !== 'event') return undefined
  const object = toMembers(toMembers(event.get('data')).get('object'))
  const reference =
    textOf(object.get('client_reference_id')) || textOf(toMembers(object.get('metadata')).get('deposit'))
  const id = idOf(object)
  return { ...(reference !== '' && { reference }), ...(id !== '' && { id }) }
}

function idOf(object: ReturnType<typeof toMembers>): string {
  switch (object.get('object')) {
    case 'checkout.session':
    case 'payment_intent':
      return textOf(object.get('id'))
    case 'charge':
      return textOf(object.get('payment_intent')) || textOf(object.get('id'))
    case 'dispute':
    case 'refund':
      return textOf(object.get('payment_intent')) || textOf(object.get('charge'))
    default:
      return ''
  }
}
