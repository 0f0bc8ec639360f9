import { type Kysely, sql } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { toLinkKey } from '#contract/orders/links.ts'
import type { ListedOrder, matchOrders as endpoint } from '#contract/orders/order-incidents.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { listClaimedIds } from '#server/modules/orders/dispatch/gather-evidence.ts'

import { conflict } from './decide-order.ts'

/** Tolerance: clocks differ, and a provider's list is accurate to minutes. */
const SPAN_MS = 5 * 60_000
/** With more open attempts than this a list can't be matched. */
const ATTEMPTS_MAX = 20_000

type Results = AnswerOf<typeof endpoint>['results']

/**
 * Matches lines of a provider's own order list with our attempts of unknown outcome there. A line whose id an order
 * holds belongs to that order. Another line is proposed only if it fits exactly one attempt, no other line fits that
 * one, and its order is in review; staff decide. Attempts that were resolved in another way, or still await a reply,
 * count as candidates too, since the line may be theirs. Throws `provider_not_found`.
 */
export async function matchOrders(
  ctx: Context,
  { providerId, rows }: { providerId: number; rows: readonly ListedOrder[] },
): Promise<Results> {
  if (!(await isProvider(ctx.db, providerId))) throw new AppError('provider_not_found')
  const ids = rows.map(({ order }) => order)
  const held = await listClaimedIds(ctx.db, providerId, [...new Set(ids)])
  const attempts = await listOpenAttempts(ctx.db, {
    providerId,
    services: rows.map(({ service }) => service),
    quantities: rows.map(({ quantity }) => quantity),
    limit: ATTEMPTS_MAX + 1,
  })
  if (attempts.length > ATTEMPTS_MAX) throw conflict({ reason: 'too_many_unknown' })
  const byKey = Map.groupBy(attempts, toKey)
  const fits = rows.map((row) =>
    held.has(row.order) ? [] : (byKey.get(toKeyOfRow(row)) ?? []).filter((attempt) => isInSpan(row, attempt)),
  )
  const linesOf = countBy(fits.flat())
  const timesListed = countBy(ids)
  return rows.map(({ order }, at) => {
    const [only, ...others] = fits[at] ?? []
    if (held.has(order)) return { order, outcome: 'held', id: null }
    if (only === undefined) return { order, outcome: 'none', id: null }
    const isClear = others.length === 0 && linesOf.get(only) === 1 && timesListed.get(order) === 1
    return isClear && only.is_in_review
      ? { order, outcome: 'proposed', id: Number(only.id) }
      : { order, outcome: 'ambiguous', id: null }
  })
}

function toKey({ provider_service, quantity, link }: OpenAttempt): string {
  return JSON.stringify([provider_service, quantity, toLinkKey(link)])
}

function toKeyOfRow({ service, quantity, link }: ListedOrder): string {
  return JSON.stringify([service, quantity, toLinkKey(link)])
}

/** A line without a time fits any. */
function isInSpan({ at }: ListedOrder, { started_at, over_at }: OpenAttempt): boolean {
  if (at === undefined) return true
  return at.getTime() >= started_at.getTime() - SPAN_MS && at.getTime() <= over_at.getTime() + SPAN_MS
}

function countBy<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** An attempt with an unknown outcome. */
type OpenAttempt = {
  id: bigint
  /** Staff must decide its outcome. */
  is_in_review: boolean
  link: string
  quantity: number
  provider_service: string
  started_at: Date
  /** When it was answered, or its lease expired. */
  over_at: Date
}

/** A provider's open attempts with these services and quantities, including those whose orders were decided since. */
async function listOpenAttempts(
  db: Kysely<DB>,
  {
    providerId,
    services,
    quantities,
    limit,
  }: { providerId: number; services: readonly string[]; quantities: readonly number[]; limit: number },
): Promise<OpenAttempt[]> {
  const { rows } = await sql<OpenAttempt>`
with wanted as (
  select distinct * from unnest(${services}::text[], ${quantities}::int[]) as wanted (provider_service, quantity)
), tried as (
  select * from order_attempts where provider_id = ${providerId} and state = 'unknown' and provider_order is null
  union all
  select * from order_attempts where provider_id = ${providerId} and state = 'sending'
)
select orders.id, orders.link, orders.quantity, provider_service, tried.started_at,
  coalesce(tried.finished_at, tried.lease_until) as over_at,
  orders.dispatch = 'review' and not exists (
    select from order_attempts later where later.user_id = tried.user_id and later.order_id = tried.order_id
      and later.number > tried.number) as is_in_review
from tried join orders on orders.user_id = tried.user_id and orders.id = tried.order_id
join wanted using (provider_service, quantity)
where orders.link <> ''
limit ${limit}`.execute(db)
  return rows
}

export async function isProvider(db: Kysely<DB>, id: number): Promise<boolean> {
  const row = await db.selectFrom('providers').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
