import { type Kysely, sql } from 'kysely'

import { money } from '#contract/base/money.ts'
import { toLinkKey } from '#contract/orders/links.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import { toLinkSpellings } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { isForLink, newestRange } from './newest-queries.ts'

export type NewestOrder = Pick<
  Order,
  | 'id'
  | 'service_id'
  | 'link'
  | 'quantity'
  | 'price'
  | 'refunded'
  | 'status'
  | 'start_count'
  | 'remains'
  | 'created_at'
>

export type NewestFilter = {
  /** Placed at or after this time. */
  since?: Date | undefined
  /** Links are compared by `toLinkKey`. */
  link?: string | undefined
  /** At most 100. */
  limit: number
}

/**
 * A customer's newest orders, newest first. Filters are applied after the newest were read, so the cost is the same with a
 * million orders: 12 blocks (`npm run bench:reseller`). For a link the newest 100 of each spelling are read, in any case.
 */
export async function listNewestOrders(
  db: Kysely<DB>,
  { userId, since, link, limit }: NewestFilter & { userId: number },
): Promise<NewestOrder[]> {
  const rows =
    link === undefined ? await listNewest(db, { userId, limit }) : await listOfLink(db, { userId, link })
  const key = link === undefined ? undefined : toLinkKey(link)
  return rows
    .filter((row) => since === undefined || row.created_at >= since)
    .filter((row) => key === undefined || toLinkKey(row.link) === key)
    .slice(0, limit)
    .map((row) => ({
      ...row,
      id: Number(row.id),
      price: money(row.price),
      refunded: money(row.refunded),
      start_count: toCount(row.start_count),
      remains: toCount(row.remains),
    }))
}

const LINK_ORDERS_MAX = 100

type Row = Omit<NewestOrder, 'id' | 'price' | 'refunded' | 'status' | 'start_count' | 'remains'> & {
  id: bigint
  price: bigint
  refunded: bigint
  status: OrderStatus
  start_count: bigint | null
  remains: bigint | null
}

const columns = sql`id, service_id, link, quantity, price, refunded, status, start_count, remains, created_at`

async function listNewest(
  db: Kysely<DB>,
  { userId, limit }: { userId: number; limit: number },
): Promise<Row[]> {
  const newest = newestRange(userId, { count: limit, columns })
  const { rows } = await sql<Row>`select * from ${newest} newest order by id desc`.execute(db)
  return rows
}

async function listOfLink(
  db: Kysely<DB>,
  { userId, link }: { userId: number; link: string },
): Promise<Row[]> {
  const own = newestRange(userId, { of: isForLink(sql`spelling`), count: LINK_ORDERS_MAX, columns })
  const { rows } = await sql<Row>`
    select own.* from unnest(${toLinkSpellings(toLinkKey(link))}::text[]) spelling cross join lateral ${own} own
    order by id desc`.execute(db)
  return rows
}

function toCount(count: bigint | null): number | null {
  return count === null ? null : Number(count)
}
