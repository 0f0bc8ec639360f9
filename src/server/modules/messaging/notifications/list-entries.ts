import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import { codesOfKind, type NotificationKind } from '#contract/messaging/notification-kinds.ts'
import type { listNotificationEntries, MassOrderOutcome } from '#contract/messaging/notifications.ts'
import { alsoOf, ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findNotifications } from './list-notifications.ts'

type EntryFilter = {
  userId: number
  kind: NotificationKind | undefined
  isUnread: boolean
  before: bigint | undefined
  count: number
}

/** The page of notifications, newest first, with one entry per mass order, at the position of its newest notification. */
export async function listEntries(
  db: Kysely<DB>,
  { count, ...filter }: EntryFilter,
): Promise<Omit<AnswerOf<typeof listNotificationEntries>, 'success'>> {
  const found = await findHeads(db, { ...filter, count: count + 1 })
  const heads = found.slice(0, count)
  if (heads.length === 0) return { entries: [], next_cursor: null }
  const { userId } = filter
  const ids = heads.map(({ id }) => Number(id))
  const massIds = heads.flatMap(({ massOrderId }) => (massOrderId === null ? [] : [massOrderId]))
  const [notifications, outcomes] = await Promise.all([
    findNotifications(db, { userId, ids }),
    findOutcomes(db, { userId, massIds }),
  ])
  const massOf = new Map(heads.map(({ id, massOrderId }) => [Number(id), massOrderId]))
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  return {
    entries: notifications.toReversed().map((notification) => ({
      notification,
      mass_order: outcomeOf.get(massOf.get(notification.id) ?? 0) ?? null,
    })),
    next_cursor: found.length > count ? String(heads.at(-1)?.id) : null,
  }
}

type Head = { id: bigint; massOrderId: number | null }

/**
 * The newest rows, without those of a mass order that has a newer one. Reads at most `limits.massLinesMax` rows and
 * index entries per row found, since an order is in only one mass order. Each filter reads its own index: one range per
 * code, or the unread ones.
 */
async function findHeads(
  db: Kysely<DB>,
  { userId, kind, isUnread, before, count }: EntryFilter,
): Promise<Head[]> {
  const unread = isUnread ? sql`and not is_read` : sql``
  const below = before === undefined ? sql`` : sql`and id < ${before}`
  if (kind !== undefined && kind !== 'orders')
    return (
      await sql<Head>`
        select found.id, null::int as "massOrderId" from unnest(${codesOfKind(kind)}::text[]) as asked (code)
        cross join lateral (
          select id from notifications
          where user_id = ${userId} and notifications.code = asked.code and order_id is null ${below} ${unread}
          order by notifications.id desc limit ${count}) found
        order by found.id desc limit ${count}`.execute(db)
    ).rows
  const about = kind === undefined ? sql`` : sql`and order_id is not null`
  return (
    await sql<Head>`
      select id, mass_order_id as "massOrderId" from notifications head
      where ${ofCustomer(userId, 'head')} ${below} ${unread} ${about}
        and (mass_order_id is null or id = ${newestOfMassOrder(userId, unread)})
      order by user_id desc, id desc limit ${count}`.execute(db)
  ).rows
}

/** A scalar subquery instead of "not exists", for which the planner may first read all of the customer's mass orders. */
function newestOfMassOrder(userId: number, unread: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql`(
    select other.id from notifications other
    where other.user_id = head.user_id and other.mass_order_id = head.mass_order_id ${alsoOf(userId, 'other')} ${unread}
    order by other.id desc limit 1)`
}

/** By each order's newest notification; a partial refund doesn't change the outcome. */
async function findOutcomes(
  db: Kysely<DB>,
  { userId, massIds }: { userId: number; massIds: readonly number[] },
): Promise<MassOrderOutcome[]> {
  if (massIds.length === 0) return []
  const { rows } = await sql<MassOrderOutcome>`
    select outcome.id, coalesce(max(range.orders), count(*))::int as orders,
      count(*) filter (where code = 'order_completed')::int as completed,
      count(*) filter (where code = 'order_partial')::int as partial,
      count(*) filter (where code in ('order_canceled', 'order_canceled_in_part'))::int as canceled,
      count(*) filter (where code = 'order_failed')::int as failed,
      count(*) filter (where code = 'order_refunded')::int as refunded,
      sum(unread)::int as unread
    from (
      select mass_order_id as id, count(*) filter (where not is_read) as unread,
        (array_agg(code order by notifications.id desc) filter (where code <> 'order_refunded_in_part'))[1] as code
      from notifications where user_id = ${userId} and mass_order_id = any (${massIds}::int[])
      group by mass_order_id, order_id) outcome
    left join mass_order_ranges range on range.user_id = ${userId} and range.first_seq = outcome.id
    group by outcome.id`.execute(db)
  return rows
}
