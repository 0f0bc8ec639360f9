import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** A service as the provider last offered it. `rate` is per 1000 in its currency, a decimal string without trailing zeros. */
export type Offer = { service: string; name: string; type: string; rate: string; min: number; max: number }

export async function listOffers(db: Kysely<DB>, providerId: number): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select service, name, type, trim_scale(rate)::text as rate, min, max from provider_offers
    where provider_id = ${providerId}`.execute(db)
  return rows
}

/** Upserts the offers and deletes those that are gone. */
export async function writeOffers(
  db: Kysely<DB>,
  { providerId, offers, gone }: { providerId: number; offers: readonly Offer[]; gone: readonly string[] },
): Promise<void> {
  await sql`
    insert into provider_offers (provider_id, service, name, type, rate, min, max)
    select ${providerId}::int, service, name, type, rate, min, max
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as fresh
      (service text, name text, type text, rate numeric, min int, max int)
    on conflict (provider_id, service) do update set name = excluded.name, type = excluded.type, rate = excluded.rate,
      min = excluded.min, max = excluded.max
    where (provider_offers.name, provider_offers.type, provider_offers.rate, provider_offers.min, provider_offers.max)
      is distinct from (excluded.name, excluded.type, excluded.rate, excluded.min, excluded.max)`.execute(db)
  await sql`delete from provider_offers where provider_id = ${providerId} and service = any (${gone}::text[])`.execute(
    db,
  )
}

export async function deleteOffers(db: Kysely<DB>, providerId: number): Promise<void> {
  await db.deleteFrom('provider_offers').where('provider_id', '=', providerId).execute()
}
