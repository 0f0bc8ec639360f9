import { endClient, makeClient } from '#server/lib/postgres/pool.ts'

/** Figures by which an operator recognizes a shop. Balances in units of 0.00000001 USD. */
export type ShopTotals = {
  customers: number
  balances: bigint
  orders: number
  completedDeposits: number
  tickets: number
  newestOrderAt: Date | null
}

/** Counts everything: only for commands, never for a page. */
export async function readTotals(ownerUrl: string): Promise<ShopTotals> {
  const client = makeClient(ownerUrl, 'tally-and-reach totals')
  await client.connect()
  try {
    const { rows } = await client.query<ShopTotals>(
      `select (select count(*)::int from users where role = 'user') as customers,
         (select coalesce(sum(balance), 0)::bigint from accounts) as balances,
         (select count(*)::int from orders) as orders,
         (select count(*)::int from deposits where status = 'completed') as "completedDeposits",
         (select count(*)::int from tickets) as tickets,
         (select max(created_at) from orders) as "newestOrderAt"`,
    )
    const [totals] = rows
    if (totals === undefined) throw new Error('a select without a table returns one row')
    return totals
  } finally {
    await endClient(client)
  }
}
