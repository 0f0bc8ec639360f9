import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { PanelOrderAnswer } from '#server/integrations/panels/panel.ts'
import { type Batcher, makeBatcher } from '#server/lib/limits/batcher.ts'
import type { AppEvent } from '#server/lib/events/events.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import type { OrderReview } from '#contract/orders/order-review.ts'
import { money } from '#contract/base/money.ts'
import { partialRefund, undeliveredOf } from '#contract/orders/order-rules.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'

import {
  type Ending,
  type JudgedAnswer,
  type LandedEvent,
  prepareLanding,
  type StatusAnswer,
  writeStatuses,
} from './land-statuses-statement.ts'
import { type DuePoll, postponePolls } from './make-poll-list.ts'

export type PolledOrder = StatusAnswer['poll']

/**
 * Stores the status answers of a provider, together with others that just arrived. Late, repeated or reordered
 * answers change nothing twice.
 */
export async function landStatuses(
  ctx: Context,
  orders: readonly PolledOrder[],
  answers: ReadonlyMap<string, PanelOrderAnswer>,
): Promise<void> {
  if (orders.length === 0) return
  await landBatched(
    ctx,
    orders.map((poll) => toStatusAnswer(poll, answers.get(poll.provider_ref))),
  )
}

function toStatusAnswer(poll: PolledOrder, answer: PanelOrderAnswer | undefined): StatusAnswer {
  const soon = { poll, nextPollSeconds: pollDelaySeconds(poll.age_seconds) }
  if (answer === undefined) return withReview({ ...emptyAnswer, ...soon }, { code: 'left_out', details: {} })
  if ('fault' in answer) {
    const rarely = { ...emptyAnswer, poll, nextPollSeconds: RARE_POLL_SECONDS }
    return withReview(rarely, { code: 'told_error', details: { fault: answer.fault } })
  }
  const { status: word, raw, startCount, remains, charge, currency } = answer
  const landed = { ...soon, word, raw, startCount, remains, charge, currency, review: undefined }
  // Completed with a remainder: neither is trusted.
  if (word === 'COMPLETED' && remains !== undefined && remains > 0)
    return withReview(
      { ...landed, word: undefined },
      { code: 'completed_with_remains', details: { remains } },
    )
  return word === undefined
    ? withReview(landed, { code: 'unknown_status', details: { status: raw } })
    : landed
}

/** A review may stay open for days, so its order is polled less often. */
function withReview(answers: StatusAnswer, review: OrderReview): StatusAnswer {
  return { ...answers, review, nextPollSeconds: Math.max(answers.nextPollSeconds, 30) }
}

const emptyAnswer = {
  word: undefined,
  raw: '',
  startCount: undefined,
  remains: undefined,
  charge: undefined,
  currency: undefined,
  review: undefined,
}

/** Answers, of up to 100 orders each, per statement. */
const ANSWERS_MAX = 5
const PIECES = 10

const batchers = new WeakMap<Context, Batcher<readonly StatusAnswer[], true>>()

/** Stores one answer; answers arriving while a statement runs share the next one. */
async function landBatched(ctx: Context, answers: readonly StatusAnswer[]): Promise<void> {
  const land = batchers.get(ctx) ?? makeBatcher({ max: ANSWERS_MAX, run: (batch) => landAll(ctx, batch) })
  batchers.set(ctx, land)
  await land(answers)
}

async function landAll(ctx: Context, batch: readonly (readonly StatusAnswer[])[]): Promise<true[]> {
  const answers = batch.flat()
  const parts = ctx.cluster?.byShard(answers, ({ poll }) => poll.user_id) ?? [answers]
  for (const part of parts) await land(ctx, part)
  return batch.map(() => true)
}

/** If one order fails the statement, the others are stored without it: split into tenths, down to that order. */
async function land(ctx: Context, answers: readonly StatusAnswer[]): Promise<void> {
  try {
    await transact(ctx, async (tx, publish) => {
      await prepareLanding(tx)
      const events = await writeStatuses(ctx, tx, await judgeShortEndings(ctx, tx, answers))
      for (const item of events) publish(toEvent(item))
    })
  } catch (error) {
    if (!isRolledBack(error)) throw error
    const [only] = answers
    if (only !== undefined && answers.length === 1) return postponeFailed(ctx, only.poll, error)
    const size = Math.ceil(answers.length / PIECES)
    for (let at = 0; at < answers.length; at += size) await land(ctx, answers.slice(at, at + size))
  }
}

function toEvent({ topic, user_id: userId, id }: LandedEvent): AppEvent {
  switch (topic) {
    case 'charge':
      return { topic }
    case 'balance':
      return { topic, userId }
    default:
      return { topic, userId, id: Number(id) }
  }
}

/** Delay before an order whose answer could not be stored is polled again. */
const BROKEN_SECONDS = 60

/** Postpones only the failing order. */
async function postponeFailed(ctx: Context, poll: DuePoll, error: unknown): Promise<void> {
  ctx.log.error({ err: error, order: poll.order_id }, 'a status answer could not be stored')
  await postponePolls(ctx, { polls: [poll], seconds: BROKEN_SECONDS })
}

/** The database rolled the statement back: bad data, a conflict or a lock timeout. */
function isRolledBack(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(22|23|40|55)/.test(code) || code === '57014'
}

/** Seconds until the next poll, by the age of the order: a tenth of its age, from 2 s to half an hour. */
export function pollDelaySeconds(ageSeconds: number): number {
  return Math.min(Math.max(ageSeconds / 10, 2), 1800)
}

/** For ids that the provider says it does not know. */
export const RARE_POLL_SECONDS = 1800

/**
 * Determines the refunds of PARTIAL and CANCELED under the orders' locks; doubtful ones go to review. Other answers are
 * returned unchanged. Call it first in the tx that writes them.
 */
async function judgeShortEndings(
  ctx: Context,
  tx: Tx,
  answers: readonly StatusAnswer[],
): Promise<JudgedAnswer[]> {
  const short = answers.filter(({ word }) => word === 'PARTIAL' || word === 'CANCELED')
  const bases =
    short.length === 0
      ? []
      : await lockRefundBases(
          ctx,
          tx,
          short.map(({ poll }) => poll),
        )
  const basisOf = new Map(bases.map((basis) => [`${basis.user_id} ${basis.id}`, basis]))
  return answers.map((one) => {
    const { word, poll } = one
    if (word !== 'PARTIAL' && word !== 'CANCELED') return { ...one, ending: undefined }
    const basis = basisOf.get(`${poll.user_id} ${poll.order_id}`)
    if (basis === undefined) return { ...one, ending: undefined }
    const judged = judgeShortEnding(basis, one, word)
    if ('doubt' in judged) return { ...withReview(one, judged.doubt), ending: undefined }
    return { ...one, ending: judged }
  })
}

/** The ledger row stores the figures the refund was calculated from. */
function judgeShortEnding(
  basis: RefundBasis,
  { remains, charge, currency }: StatusAnswer,
  status: 'PARTIAL' | 'CANCELED',
): Ending | { doubt: OrderReview } {
  const undelivered = undeliveredOf({
    status,
    whole: wholeOf(basis),
    remains,
    charge: toUnits(charge),
    chargeBefore: toUnits(basis.open_charge) ?? (currency === 'USD' ? costOf(basis) : undefined),
  })
  if (undelivered !== 'all' && 'doubt' in undelivered) return undelivered
  const { price, refunded } = basis
  const refund =
    undelivered === 'all'
      ? money(price - refunded)
      : partialRefund({ price, refunded, quantity: undelivered.whole, remains: undelivered.remains })
  const isAllBack = refunded + refund === price
  return {
    to: status,
    remains: undelivered === 'all' ? undefined : undelivered.remains,
    refund,
    refundedBefore: refunded,
    notification:
      status === 'PARTIAL' ? 'order_partial' : isAllBack ? 'order_canceled' : 'order_canceled_in_part',
  }
}

/** The whole order in the provider's count; undefined for a package whose number of pieces was never reported. */
function wholeOf({ service_type, quantity, pieces }: RefundBasis): number | undefined {
  if (rulesOf(toServiceType(service_type) ?? 'Default').quantity !== 'one') return quantity
  return pieces === null ? undefined : Number(pieces)
}

/** The expected charge in USD, when the provider reported none before the end. */
function costOf({ cost }: RefundBasis): bigint | undefined {
  return cost === null || cost === 0n ? undefined : cost
}

/**
 * A charge in units of 0.00000001 of its currency, truncated; undefined for none. Only used to estimate the
 * delivered part, never as money.
 */
function toUnits(charge: string | null | undefined): bigint | undefined {
  if (charge === null || charge === undefined) return undefined
  const [whole = '', fraction = ''] = charge.split('.')
  return BigInt(`${whole}${fraction.slice(0, 8).padEnd(8, '0')}`)
}

/** What a refund is calculated from. */
type RefundBasis = {
  user_id: number
  id: bigint
  price: bigint
  refunded: bigint
  quantity: number
  service_type: string
  /** Pieces in a package by the provider's count; null while unknown and for other types. */
  pieces: bigint | null
  /** The highest charge reported while the order was open, a decimal text. */
  open_charge: string | null
  /** The expected cost of the whole order, in units of USD. */
  cost: bigint | null
}

/**
 * Locks these orders in ascending order until the tx ends, and returns those still open and polled under that id.
 * Status is checked on the locked rows: as a condition it makes a planner without statistics choose an index by
 * status, and 250 orders among 30,000 took 6 s.
 */
async function lockRefundBases(
  { cluster }: Context,
  tx: Tx,
  polls: readonly Pick<StatusAnswer['poll'], 'user_id' | 'order_id' | 'provider_ref'>[],
): Promise<RefundBasis[]> {
  const customers = sql`${polls.map(({ user_id }) => user_id)}::int[]`
  const onShard = (column: string) =>
    cluster === undefined ? sql`` : sql`and ${sql.ref(column)} = any(${customers})`
  const { rows } = await sql<RefundBasis & { is_followed: boolean }>`
select orders.user_id, orders.id, price, refunded, quantity, service_type, pieces, open_charge::text as open_charge, taken.cost,
  orders.status in ('PENDING', 'PROCESSING') and orders.dispatch = 'accepted'
    and orders.provider_order is not distinct from asked.provider_ref as is_followed
from unnest(${customers}, ${polls.map(({ order_id }) => order_id)}::bigint[],
  ${polls.map(({ provider_ref }) => provider_ref)}::text[]) as asked (user_id, order_id, provider_ref)
join orders on orders.user_id = asked.user_id and orders.id = asked.order_id ${onShard('orders.user_id')}
left join order_attempts taken on taken.user_id = orders.user_id and taken.order_id = orders.id
  and taken.state = 'accepted' ${onShard('taken.user_id')}
order by orders.user_id, orders.id
for no key update of orders`.execute(tx)
  return rows.filter((row) => row.is_followed)
}

/** The ids whose orders are in review because the provider left them out before. */
export async function listLeftOut(
  db: Kysely<DB>,
  { providerId, ids }: { providerId: number; ids: readonly string[] },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_orders as held')
    .innerJoin('orders', (join) =>
      join.onRef('orders.user_id', '=', 'held.user_id').onRef('orders.id', '=', 'held.order_id'),
    )
    .select('held.provider_order')
    .where('held.provider_id', '=', providerId)
    .where('held.provider_order', 'in', ids)
    .where('review_code', '=', 'left_out' satisfies OrderReview['code'])
    .execute()
  return new Set(rows.map(({ provider_order }) => provider_order))
}
