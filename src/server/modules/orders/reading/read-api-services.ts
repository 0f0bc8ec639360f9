import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { type ApiService, storeApiServices } from '#server/modules/catalogue/favourites/api-services.ts'

/** Orders read in one tx. */
const ORDERS_PER_TX = 20_000
/** After this time every order whose id was seen is committed: a statement may take 8 s, and a tx several of them. */
const COMMITTED_AFTER_MS = 2 * 60_000

/**
 * Reads which services new API orders are for, each order once, in the background, so that placing is not burdened. Ids
 * are assigned before the commit, so an order is read some minutes after a higher id was seen: by then it is committed
 * or never will be. Returns whether there is more.
 */
export async function readApiServices(ctx: Context): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const row = await tx
      .selectFrom('api_services_progress')
      .select(['read_up_to', 'seen_up_to', 'seen_at'])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    // Another process is doing it.
    if (row === undefined) return false
    const { read_up_to: from, seen_up_to: seen, seen_at: seenAt } = row
    const now = ctx.clock()
    if (now.getTime() - seenAt.getTime() < COMMITTED_AFTER_MS) return false
    const to = from + BigInt(ORDERS_PER_TX) < seen ? from + BigInt(ORDERS_PER_TX) : seen
    const ordered = await listOrdered(tx, { from, to })
    if (ordered.length > 0) await storeApiServices(tx, ordered)
    const isMore = to < seen
    const next = isMore ? {} : { seen_up_to: await findNewestId(tx), seen_at: now }
    await tx
      .updateTable('api_services_progress')
      .set({ read_up_to: to, ...next })
      .execute()
    return isMore
  })
}

/** In a fixed order, so that two writers can't deadlock. */
async function listOrdered(tx: Tx, { from, to }: { from: bigint; to: bigint }): Promise<ApiService[]> {
  const { rows } = await sql<ApiService>`
    select user_id as "userId", service_id as "serviceId", min(created_at) as "firstAt", max(created_at) as "lastAt"
    from orders where id > ${from} and id <= ${to} and key_id is not null
    group by user_id, service_id order by user_id, service_id`.execute(tx)
  return rows
}

async function findNewestId(tx: Tx): Promise<bigint> {
  const row = await tx.selectFrom('orders').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0n
}
