import { type Kysely, sql } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import { money } from '#contract/base/money.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import type { listAdminOrders } from '#contract/orders/admin-orders.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { orderColumns } from '#server/modules/orders/reading/reading-queries.ts'
import { toOrder } from '#server/modules/orders/reading/to-order.ts'

import { toReview } from './get-admin-order.ts'
import type { AdminOrderKey } from './list-admin-orders.ts'

export type ListedOrder = AnswerOf<typeof listAdminOrders>['orders'][number]

/** The rows of the staff's list for these keys, newest first. Costs are only for staff who may see money. */
export async function listAdminOrderRows(
  db: Kysely<DB>,
  { keys, staff }: { keys: readonly AdminOrderKey[]; staff: Staff },
): Promise<ListedOrder[]> {
  const maySeeCosts = isAllowed(staff, 'money')
  return (await readRows(db, keys)).map((row) => {
    const { provider_id: id, provider_name: name, tried_cost: cost, tried_at: triedAt } = row
    const provider = id === null || name === null ? null : { id, name }
    return {
      ...toOrder(row),
      user_id: row.user_id,
      user_email: row.user_email,
      dispatch: { state: row.dispatch },
      provider,
      provider_order: row.provider_order,
      cost: maySeeCosts && cost !== null && triedAt === id ? money(cost) : null,
      mode: provider === null && row.by_hand ? 'manual' : 'provider',
      ...toReview(row),
    }
  })
}

/** The provider that has the order, that it is queued for, or that was tried last. An ended order is in no queue. */
const providerId = sql<number | null>`coalesce(orders.provider_id, case when orders.status = 'PENDING' then
    (select entry.provider_id from dispatch_queue entry
      where entry.user_id = orders.user_id and entry.order_id = orders.id) end, tried.provider_id)`

/** By key, row by row: with a join the planner may read all users. */
const email = sql<string>`(select email from users where users.id = orders.user_id)`
const byHand = sql<boolean>`(select by_hand from services where services.id = orders.service_id)`

async function readRows(db: Kysely<DB>, keys: readonly AdminOrderKey[]) {
  const users = keys.map(({ user_id: userId }) => userId)
  const ids = keys.map(({ id }) => id)
  return db
    .selectFrom('orders')
    .leftJoinLateral(
      (is) =>
        is
          .selectFrom('order_attempts')
          .select(['provider_id', 'provider_order', 'cost'])
          .whereRef('order_attempts.user_id', '=', 'orders.user_id')
          .whereRef('order_attempts.order_id', '=', 'orders.id')
          .orderBy('number', 'desc')
          .limit(1)
          .as('tried'),
      (join) => join.onTrue(),
    )
    .leftJoin('providers', (join) => join.on(sql<boolean>`providers.id = ${providerId}`))
    .select(orderColumns())
    .select([email.as('user_email'), byHand.as('by_hand')])
    .select(['providers.id as provider_id', 'providers.name as provider_name'])
    .select(['tried.cost as tried_cost', 'tried.provider_id as tried_at'])
    .select(sql<string | null>`coalesce(orders.provider_order, tried.provider_order)`.as('provider_order'))
    .where(
      sql<boolean>`(orders.user_id, orders.id) in (select * from unnest(${users}::int[], ${ids}::bigint[]))`,
    )
    .orderBy('orders.id', 'desc')
    .execute()
}

type Filtered = { userId: number | undefined; serviceId: number | undefined }
type Around = Pick<AnswerOf<typeof listAdminOrders>, 'user' | 'service' | 'providers'>

/** The names of the list's filters, and the providers for the filter. */
export async function readAroundList(db: Kysely<DB>, { userId, serviceId }: Filtered): Promise<Around> {
  const { rows } = await sql<Around>`
    select (select jsonb_build_object('id', id, 'email', email) from users where id = ${userId ?? null}::int) as "user",
      (select jsonb_build_object('id', id, 'name', name) from services where id = ${serviceId ?? null}::int) as service,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), id), '[]')
        from providers) as providers`.execute(db)
  const [around] = rows
  if (around === undefined) throw new Error('a row without a table is not answered')
  return around
}
