import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** Where each deposit that is still open is paid, above an id, the oldest first: of its account, else of its invoice. */
export async function listOpenPlaces(
  db: Kysely<DB>,
  { after, count }: { after: bigint; count: number },
): Promise<{ id: bigint; url: string | null }[]> {
  const { rows } = await sql<{ id: bigint; url: string | null }>`
    select open.id, coalesce(account.url, payment_url) as url
    from (select id, gateway_account, payment_url from deposits
      where status <> 'completed' and status = 'pending' and id > ${after} order by id limit ${count}) open
    left join gateway_accounts account on account.id = gateway_account order by open.id`.execute(db)
  return rows
}

/**
 * Canceled to their customers, and still asked about, so that money which comes late is seen. Where some is on its way, or no
 * account is left to ask at, a person looks.
 */
export async function closeRealDeposits(
  db: Kysely<DB>,
  { ids, now }: { ids: readonly bigint[]; now: Date },
): Promise<void> {
  await sql`
    with open as (
      select user_id, id, gateway_account is null or coalesce(gateway_status, 'check') not in ('check', 'not_found') as is_doubtful
      from deposits where id = any (${ids}::bigint[]) and status = 'pending'
    )
    update deposits set status = case when is_doubtful then 'review' else 'canceled' end,
      review_code = case when is_doubtful then 'real_money' end,
      review_details = case when is_doubtful then '{}'::jsonb end, updated_at = ${now}
    from open
    where deposits.user_id = open.user_id and deposits.id = open.id and status = 'pending'`.execute(db)
}
