import { payeer as data } from '#contract/base/gateways/payeer.ts'
import { parseMoney } from '#contract/base/money.ts'
import type { BelievedPayment, Gateway, WebhookAnswer } from '#server/integrations/gateways/gateway.ts'

import { listPayments } from './list-payments.ts'
import { hasApi, makePaymentUrl, type PayeerAccount, readInvoice, testAccount } from './payeer-client.ts'
import { isSignedForm } from './sign.ts'

export const payeer: Gateway<keyof typeof data.fields> = {
  data,
  url: 'https://payeer.com',
  // An invoice is a signed URL: nothing is opened there before the customer arrives, so no answer can be lost.
  createInvoice: async (account, { reference, amount }) => ({
    kind: 'invoice',
    invoice: {
      reference,
      ids: [],
      amount,
      currency: 'USD',
      arrived: undefined,
      arrivedAs: undefined,
      state: 'open',
      status: 'open',
      url: makePaymentUrl(account, { reference, amount }),
      expiresAt: undefined,
    },
  }),
  readInvoice,
  listPayments,
  canList: hasApi,
  webhook: {
    read: ({ raw }) => {
      const form = readForm(raw)
      const [reference, id] = [form.get('m_orderid'), form.get('m_operation_id')]
      return reference && id && form.has('m_sign') ? { reference, id } : undefined
    },
    isSigned: ({ fields: { shop, key } }, { raw }) => {
      const form = readForm(raw)
      return form.get('m_shop') === shop && isSignedForm(form, key)
    },
    answer: ({ reference = '' }) => ({ status: 200, ...say(reference, 'success') }),
    refuse: ({ raw }) => say(readForm(raw).get('m_orderid') ?? '', 'error'),
    believe,
  },
  testAccount,
}

/**
 * Without API keys Payeer can't be queried. Then the notification itself is trusted: it is signed with the merchant's
 * key over order, amount and currency, and its operation counts once. A failed one brings nothing.
 */
function believe(account: PayeerAccount, raw: Buffer): BelievedPayment | undefined {
  if (hasApi(account)) return undefined
  const form = readForm(raw)
  const id = form.get('m_operation_id') ?? ''
  const amount = parseMoney(form.get('m_amount') ?? '')
  if (form.get('m_status') !== 'success' || id === '' || amount === undefined || amount <= 0n)
    return undefined
  return { id, amount, currency: (form.get('m_curr') ?? '').toUpperCase() }
}

function readForm(raw: Buffer): URLSearchParams {
  return new URLSearchParams(raw.toString('utf8'))
}

/** The response that Payeer expects: order and outcome, as text. A refused notification's order may be any text. */
function say(reference: string, outcome: 'success' | 'error'): Omit<WebhookAnswer, 'status'> {
  return {
    type: 'text/plain; charset=utf-8',
    body: `${reference.slice(0, 128).replace(/[^\w-]/g, '')}|${outcome}`,
  }
}
