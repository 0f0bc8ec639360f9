import { createHmac, timingSafeEqual } from 'node:crypto'

import * as z from 'zod/mini'

import type { GatewayData } from '#contract/base/gateways/gateway-data.ts'
import { money } from '#contract/base/money.ts'
import type {
  Gateway,
  GatewayAccount,
  Invoice,
  InvoiceAnswer,
  PaymentState,
} from '#server/integrations/gateways/gateway.ts'
import { guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

/**
 * A gateway as different from the real ones as the interface allows: amounts in cents, a charge per payment of a
 * deposit, found by its own id only, a signature in a header over a form, and a plain text answer.
 */
const data = {
  id: 'acme',
  name: 'Acme Pay',
  fields: {
    shop: { isSecret: false, label: { en: 'Shop', vi: 'Shop', ru: 'Shop' } },
    token: { isSecret: true, label: { en: 'Token', vi: 'Token', ru: 'Token' } },
    hook_secret: { isSecret: true, label: { en: 'Hook secret', vi: 'Hook secret', ru: 'Hook secret' } },
  },
  cards: [{ id: 'acme', label: 'Acme Pay', value: 'acme', note: null }],
  information: { en: 'Acme', vi: 'Acme', ru: 'Acme' },
} as const satisfies GatewayData

type Account = GatewayAccount<keyof typeof data.fields>

const charge = z.object({
  id: z.string(),
  order: z.string(),
  due_cents: z.bigint(),
  paid_cents: z.bigint(),
  status: z.string(),
  pay_at: z.string(),
})
type Charge = z.output<typeof charge>

const states: Readonly<Record<string, PaymentState>> = {
  new: 'open',
  settling: 'waiting',
  done: 'paid',
  dead: 'closed',
  charged_back: 'reversed',
}
const CENT = 1_000_000n

export const acme: Gateway<keyof typeof data.fields> = {
  data,
  url: 'https://api.acme.example',
  createInvoice: async (account, { reference, amount, callbackUrl }) =>
    ask(account, reference, { order: reference, cents: String(amount / CENT), hook: callbackUrl }),
  // After a lost answer the id is unknown: the charge is found by our reference.
  readInvoice: async (account, { reference, ids }) =>
    ask(account, reference, ids.length === 0 ? { find: reference } : { ids: ids.join() }),
  webhook: {
    read: ({ raw }) => {
      const form = new URLSearchParams(raw.toString('utf8'))
      const id = form.get('charge')
      return id === null ? undefined : { id, reference: form.get('order') ?? undefined }
    },
    isSigned: ({ fields }, { raw, headers }) =>
      isEqual(String(headers['acme-signature']), sign(raw, fields.hook_secret)),
    answer: ({ id }) => ({ status: 202, type: 'text/plain', body: `taken ${id}` }),
    refuse: () => ({ type: 'text/plain', body: 'refused' }),
  },
  testAccount: async (account) => {
    const answer = await ask(account, '', { find: '' })
    return answer.kind === 'failed'
      ? [{ code: 'merchant_refused', details: { error: answer.reason } }]
      : [{ code: 'key_good' }]
  },
}

export function sign(raw: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(raw).digest('hex')
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

async function ask(
  { url, fields, ...reach }: Account,
  reference: string,
  query: Record<string, string>,
): Promise<InvoiceAnswer> {
  const outcome = await guardedFetch({
    url: `${url}/charges?${new URLSearchParams({ shop: fields.shop, ...query })}`,
    method: 'GET',
    headers: { authorization: `Bearer ${fields.token}` },
    connectTimeoutMs: 1_000,
    timeoutMs: 3_000,
    bytesMax: 65_536,
    observe: reach.observe?.('charges'),
    allowedOrigin: reach.allowedOrigin,
    allowedNetworks: reach.allowedNetworks,
  })
  if (outcome.kind !== 'answered') return { kind: 'failed', fault: outcome.fault }
  if (outcome.status !== 200)
    return { kind: 'failed', fault: { code: 'http_status', details: { http_status: outcome.status } } }
  const charges = readCharges(outcome.body.toString('utf8'))
  const own = charges.filter(({ order }) => order === reference)
  return own.length === 0 ? { kind: 'not_found' } : { kind: 'invoice', invoice: toInvoice(reference, own) }
}

function readCharges(text: string): Charge[] {
  const cents = (name: string, value: unknown) => (name.endsWith('_cents') ? BigInt(String(value)) : value)
  return z.parse(z.array(charge), JSON.parse(text, cents))
}

/** Several charges are one payment: the received amount is the sum of the completed ones. */
function toInvoice(reference: string, charges: readonly Charge[]): Invoice {
  const [first] = charges
  const arrived = charges.reduce((sum, { paid_cents: paid }) => sum + paid, 0n) * CENT
  const due = (first?.due_cents ?? 0n) * CENT
  const words = charges.map(({ status }) => status)
  const isShort = words.includes('done') && arrived < due
  return {
    reference,
    ids: charges.map(({ id }) => id),
    amount: money(due),
    currency: 'USD',
    arrived: money(arrived),
    arrivedAs: undefined,
    state: isShort ? 'short' : states[words.at(-1) ?? ''],
    ...(isShort && { canPayRest: true }),
    status: words.join('+'),
    url: first?.pay_at,
    expiresAt: undefined,
  }
}
