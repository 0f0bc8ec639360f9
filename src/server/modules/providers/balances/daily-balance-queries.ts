import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** The balance that was just read, as the day's last; and its first, where it is. */
export async function storeDailyBalance(db: Kysely<DB>, id: number): Promise<void> {
  await sql`
    insert into provider_balances (provider_id, day, currency, first, first_at, last, last_at)
    select id, (balance_checked_at at time zone 'UTC')::date, coalesce(balance_currency, currency),
      balance, balance_checked_at, balance, balance_checked_at
    from providers where id = ${id} and balance is not null and balance_checked_at is not null
    on conflict (provider_id, day) do update
    set currency = excluded.currency, last = excluded.last, last_at = excluded.last_at
    where provider_balances.last_at <= excluded.last_at`.execute(db)
}
