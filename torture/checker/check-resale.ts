import type { Query } from '#torture/run/open-database.ts'

import { type Finding, finding } from './finding.ts'

/** An order of the second shop. `there` is its id at the first product, `cost` the charge in its last status. */
export type ResoldRow = {
  id: number
  key: string | null
  link: string
  quantity: number
  price: bigint
  refunded: bigint
  status: string
  there: string | null
  cost: bigint | null
}
/** The same order at the first product. `wasCompleted`: it was once reported so, even if staff decided otherwise since. */
export type BoughtRow = {
  id: number
  link: string
  quantity: number
  price: bigint
  refunded: bigint
  wasCompleted: boolean
}

const final = new Set(['COMPLETED', 'PARTIAL', 'CANCELED'])

/**
 * What the second shop acknowledged exists; the first product has each of its orders once, and no others. If both have
 * ended, the cost at one equals the charge at the other, and both refunded the same share.
 */
export function checkResale(
  resold: readonly ResoldRow[],
  bought: readonly BoughtRow[],
  placed: readonly { key: string; link: string; quantity: number; id: number }[],
): Finding[] {
  const byId = new Map(resold.map((row) => [row.id, row]))
  const byLink = new Map(resold.map((row) => [row.link, row]))
  const boughtById = new Map(bought.map((row) => [String(row.id), row]))
  return [
    ...placed.flatMap(({ key, link, quantity, id }) => {
      const row = byId.get(id)
      return row?.key === key && row.link === link && row.quantity === quantity
        ? []
        : [finding('lost', `${key} was acknowledged by the second shop as order ${id}`)]
    }),
    ...[...Map.groupBy(bought, ({ link }) => link)].flatMap(([link, group]) => [
      ...(group.length > 1
        ? [finding('duplicated', `the second shop bought ${link} ${group.length} times`)]
        : []),
      ...(byLink.has(link) ? [] : [finding('lost', `the second shop bought ${link}, and has no such order`)]),
    ]),
    ...resold.flatMap((row) => {
      if (row.there === null) return []
      const there = boughtById.get(row.there)
      if (there?.link !== row.link || there.quantity !== row.quantity)
        return [finding('lost', `order ${row.id} of the second shop is not order ${row.there} of the first`)]
      return compareMoney(row, there)
    }),
  ]
}

function compareMoney(row: ResoldRow, there: BoughtRow): Finding[] {
  if (!hasEnded(row)) return []
  const charged = there.price - there.refunded
  // Reported in whole units.
  const quantity = BigInt(row.quantity)
  const due = (row.price * ((quantity * there.refunded) / there.price)) / quantity
  if (row.cost === charged && row.refunded === due) return []
  // Panels don't poll a completed order again (reseller.md R8d): they don't learn about later refunds by staff.
  const isAsCompleted = row.status === 'COMPLETED' && row.cost === there.price && row.refunded === 0n
  if (there.wasCompleted && isAsCompleted) return []
  return [
    finding(
      'other',
      `order ${row.id} of the second shop cost ${row.cost} and got ${row.refunded} of ${row.price} back, ` +
        `and the first charged ${charged} of ${there.price}`,
    ),
  ]
}

export function hasEnded({ status }: ResoldRow): boolean {
  return final.has(status)
}

/** From the second shop's database, then from the first product's. Money in units. */
export async function readResale(
  { querySecond, queryFirst }: { querySecond: Query; queryFirst: Query },
  buyerId: number,
): Promise<{ resold: ResoldRow[]; bought: BoughtRow[] }> {
  const resold = await querySecond<Texts<ResoldRow>>(
    `select orders.id::int, idempotency_key as key, link, quantity, price::text, refunded::text, status, provider_order as there,
       (select (charge * 100000000)::bigint::text from order_attempts tried where tried.user_id = orders.user_id
          and tried.order_id = orders.id and charge is not null order by number desc limit 1) as cost
     from orders`,
  )
  const bought = await queryFirst<Texts<BoughtRow>>(
    `select id::int, link, quantity, price::text, refunded::text,
       exists (select from order_events event where (event.user_id, event.order_id) = (orders.user_id, orders.id)
         and type = 'status' and details->>'to' = 'COMPLETED') as "wasCompleted"
     from orders where user_id = $1`,
    [buyerId],
  )
  const money = ({ price, refunded }: { price: string; refunded: string }) => ({
    price: BigInt(price),
    refunded: BigInt(refunded),
  })
  return {
    resold: resold.map((row) => ({
      ...row,
      ...money(row),
      cost: row.cost === null ? null : BigInt(row.cost),
    })),
    bought: bought.map((row) => ({ ...row, ...money(row) })),
  }
}

/** int8 and numeric come as text. */
type Texts<Row> = {
  [Name in keyof Row]: Row[Name] extends bigint
    ? string
    : Row[Name] extends bigint | null
      ? string | null
      : Row[Name]
}
