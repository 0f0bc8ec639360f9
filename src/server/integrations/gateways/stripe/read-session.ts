import { type Money, money, ZERO } from '#contract/base/money.ts'
import {
  failed,
  type Members,
  textOf,
  toDate,
  toHttpUrl,
  toMembers,
} from '#server/integrations/gateways/call-gateway.ts'
import type { Invoice, InvoiceAnswer, KnownPayment } from '#server/integrations/gateways/gateway.ts'

import { type Taken, readTaken } from './read-taken.ts'
import { get, type StripeAccount, toMoney } from './stripe-client.ts'

const PER_PAGE = 100
const PAGES_MAX = 10
/** Stripe's clock may differ from ours. */
const EARLIER_MS = 600_000
const expanded = [['expand[]', 'payment_intent.latest_charge']] as const

/** A deposit's session by its id, else by our reference among those opened since the deposit. */
export async function readInvoice(
  account: StripeAccount,
  { reference, ids, openedAt }: Pick<KnownPayment, 'reference' | 'ids' | 'openedAt'>,
): Promise<InvoiceAnswer> {
  const sessions = ids.filter((id) => id.startsWith('cs_'))
  if (sessions.length === 0) return findSession(account, { reference, openedAt })
  const answers: InvoiceAnswer[] = []
  for (const id of sessions) {
    const answer = await get(account, `/v1/checkout/sessions/${encodeURIComponent(id)}`, expanded)
    if (answer.kind === 'failed') return answer
    answers.push(
      answer.kind === 'object' ? await toInvoiceAnswer(account, answer.object, { reference }) : answer,
    )
  }
  return joinAnswers(answers)
}

/** Newest first. `not_found` only after all sessions of that time were read. */
export async function findSession(
  account: StripeAccount,
  { reference, openedAt }: Pick<KnownPayment, 'reference' | 'openedAt'>,
): Promise<InvoiceAnswer> {
  if (reference === '') return { kind: 'not_found' }
  let after: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await get(account, '/v1/checkout/sessions', [
      ['limit', String(PER_PAGE)],
      ...(openedAt === undefined
        ? []
        : [['created[gte]', toSeconds(openedAt.getTime() - EARLIER_MS)] as const]),
      ...(after === undefined ? [] : [['starting_after', after] as const]),
    ])
    if (answer.kind !== 'object') return answer.kind === 'failed' ? answer : failed('no_list')
    const listed = answer.object.get('data')
    if (!Array.isArray(listed)) return failed('no_list')
    const sessions = listed.map(toMembers)
    const found = sessions.filter((session) => textOf(session.get('client_reference_id')) === reference)
    // Lists don't include the payment, so each is read again.
    if (found.length > 0)
      return readInvoice(account, {
        reference,
        ids: found.map((session) => textOf(session.get('id'))),
        openedAt,
      })
    after = textOf(sessions.at(-1)?.get('id'))
    if (answer.object.get('has_more') !== true || after === '') return { kind: 'not_found' }
  }
  return failed({ code: 'payment_not_listed', details: { payments: PAGES_MAX * PER_PAGE } })
}

function toSeconds(ms: number): string {
  return String(Math.floor(ms / 1000))
}

/** A session with its intent expanded. Refunds and disputes are only queried if the charge indicates any. */
export async function toInvoiceAnswer(
  account: StripeAccount,
  session: Members,
  { reference }: { reference: string },
): Promise<InvoiceAnswer> {
  const id = textOf(session.get('id'))
  if (session.get('object') !== 'checkout.session' || id === '') return failed('no_payment')
  // An answer about another session says nothing about this one.
  if (textOf(session.get('client_reference_id')) !== reference) return failed('other_payment')
  const intent = toMembers(session.get('payment_intent'))
  const charge = toMembers(intent.get('latest_charge'))
  const taken = await readTaken(account, { intent, charge })
  if (taken.kind === 'failed') return taken
  const ids = [
    id,
    textOf(intent.get('id')) || textOf(session.get('payment_intent')),
    textOf(charge.get('id')),
  ]
  return {
    kind: 'invoice',
    invoice: {
      ...toInvoice(session, { intent, taken, isTestPayment: isTestPayment(account, session) }),
      reference,
      ids: ids.filter((one) => one !== ''),
    },
  }
}

/** Anyone can pay with Stripe's test cards under a test key; only the sandbox allows that. */
function isTestPayment({ allowedOrigin }: StripeAccount, session: Members): boolean {
  return allowedOrigin === undefined && session.get('livemode') !== true
}

function toInvoice(
  session: Members,
  { intent, taken, isTestPayment }: { intent: Members; taken: Taken; isTestPayment: boolean },
): Omit<Invoice, 'reference' | 'ids'> {
  const amount = toMoney(session.get('amount_total'))
  const arrived = toMoney(intent.get('amount_received'))
  const currency = textOf(session.get('currency')).toUpperCase()
  const state = stateOf(session, intent, { arrived, due: amount, reversed: taken.reversed })
  const isHeld = isTestPayment && (state === 'paid' || state === 'over' || state === 'short')
  const words = [
    textOf(session.get('status')),
    textOf(session.get('payment_status')),
    ...taken.words,
    ...(isHeld ? ['test_mode'] : []),
  ]
  return {
    amount,
    currency,
    arrived: currency === 'USD' ? arrived : undefined,
    arrivedAs: undefined,
    // Included even if zero: a reinstated amount is credited back by that.
    reversed: taken.reversed,
    ...(taken.dispute !== undefined && { dispute: taken.dispute }),
    state: isHeld ? 'held' : state,
    status: words.filter((word) => word !== '').join(' '),
    url: toHttpUrl(textOf(session.get('url'))),
    expiresAt: toDate(session.get('expires_at')),
  }
}

/** By the statuses of session and intent; an unknown one has no state. */
function stateOf(
  session: Members,
  intent: Members,
  { arrived, due, reversed }: { arrived: Money | undefined; due: Money | undefined; reversed: Money },
): Invoice['state'] {
  const [status, payment] = [textOf(session.get('status')), textOf(session.get('payment_status'))]
  if (payment === 'paid') {
    if (reversed > 0n && arrived !== undefined && reversed >= arrived) return 'reversed'
    if (arrived === undefined || due === undefined || arrived === due) return 'paid'
    return arrived > due ? 'over' : 'short'
  }
  if (payment !== 'unpaid') return undefined
  if (status === 'open') return 'open'
  if (status === 'expired') return 'closed'
  if (status !== 'complete') return undefined
  // A slow payment method: it is in progress until the intent reports a failure.
  const failed = ['requires_payment_method', 'canceled']
  return failed.includes(textOf(intent.get('status'))) ? 'closed' : 'waiting'
}

/** A deposit may have two sessions, if an answer was lost for longer than Stripe stores keys: payments are added up. */
function joinAnswers(answers: readonly InvoiceAnswer[]): InvoiceAnswer {
  const failed = answers.find(({ kind }) => kind === 'failed')
  if (failed !== undefined) return failed
  const invoices = answers.flatMap((answer) => (answer.kind === 'invoice' ? [answer.invoice] : []))
  const [first, ...others] = invoices
  if (first === undefined) return { kind: 'not_found' }
  if (others.length === 0) return { kind: 'invoice', invoice: first }
  const paid = invoices.filter(({ state }) => state === 'paid' || state === 'over' || state === 'reversed')
  const held = invoices.find(({ state }) => state === 'held')
  const main =
    held ?? paid[0] ?? invoices.find(({ state }) => state === 'waiting' || state === 'open') ?? first
  const sum = (of: (invoice: Invoice) => Money | undefined) =>
    money(invoices.reduce((total, invoice) => total + (of(invoice) ?? ZERO), 0n as bigint))
  return {
    kind: 'invoice',
    invoice: {
      ...main,
      ids: invoices.flatMap(({ ids }) => ids),
      arrived: sum(({ arrived }) => arrived),
      reversed: sum((invoice) => invoice.reversed),
      state: held === undefined && paid.length > 1 ? 'over' : main.state,
      status: invoices.map(({ status }) => status).join(' + '),
    },
  }
}
