import { type Kysely, sql } from 'kysely'

import type { ChangeKind, ProviderChange } from '#contract/providers/provider-actions.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** A service as the provider last offered it. `rate` is per 1000 in its currency, a decimal text without idle zeros. */
export type Offer = { service: string; name: string; type: string; rate: string; min: number; max: number }

export async function listOffers(db: Kysely<DB>, providerId: number): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select service, name, type, trim_scale(rate)::text as rate, min, max from provider_offers
    where provider_id = ${providerId}`.execute(db)
  return rows
}

/** What is offered now stands; what is not any more goes. */
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

/** Nothing of what was offered before is known any more. */
export async function deleteOffers(db: Kysely<DB>, providerId: number): Promise<void> {
  await db.deleteFrom('provider_offers').where('provider_id', '=', providerId).execute()
}

export type NewChange = {
  service: string
  serviceId: number | null
  kind: ChangeKind
  before: string | null
  after: string | null
  orderId?: bigint
  outcome: ProviderChange['outcome']
}

export async function insertChanges(
  db: Kysely<DB>,
  { providerId, changes }: { providerId: number; changes: readonly NewChange[] },
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ orderId, ...one }) => ({
    ...one,
    orderId: orderId === undefined ? null : String(orderId),
  }))
  await sql`
    insert into provider_changes (provider_id, service, service_id, kind, before, after, order_id, outcome)
    select ${providerId}::int, service, "serviceId", kind, before, after, "orderId", outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh (service text, "serviceId" int, kind text,
      before text, after text, "orderId" bigint, outcome text)`.execute(db)
}

export type ChangeRow = Omit<ProviderChange, 'id' | 'order_id'> & { id: bigint; order_id: bigint | null }

/** Newest first, below `before`; each with the name under which we have it, else under which it is offered. */
export async function listChangeRows(
  db: Kysely<DB>,
  {
    providerId,
    kind,
    service,
    before,
    count,
  }: {
    providerId: number
    kind: ChangeKind | undefined
    service: string | undefined
    before: bigint | undefined
    count: number
  },
): Promise<ChangeRow[]> {
  const ofKind = kind === undefined ? sql`` : sql`and kind = ${kind}`
  const ofService = service === undefined ? sql`` : sql`and change.service = ${service}`
  const below = before === undefined ? sql`` : sql`and change.id < ${before}`
  const { rows } = await sql<ChangeRow>`
    select change.id, kind, change.service, coalesce(services.name, offer.name) as name, service_id, before, after,
      order_id, outcome, change.created_at
    from provider_changes change
    left join services on services.id = service_id
    left join provider_offers offer on offer.provider_id = change.provider_id and offer.service = change.service
    where change.provider_id = ${providerId} ${ofKind} ${ofService} ${below}
    order by change.id desc limit ${count}`.execute(db)
  return rows
}

/** The oldest go: those before then, and what is more than `keptMax` of a provider. At most `count` at a time; answers how many. */
export async function deleteOldChanges(
  db: Kysely<DB>,
  { before, keptMax, count }: { before: Date; keptMax: number; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from provider_changes where (provider_id, id) in (
      select old.provider_id, old.id from providers cross join lateral (
        select provider_id, id from provider_changes
        where provider_id = providers.id and (created_at < ${before} or id < (
          select id from provider_changes where provider_id = providers.id order by id desc offset ${keptMax} limit 1))
        order by id limit ${count}) old
      limit ${count})`.execute(db)
  return Number(numAffectedRows)
}
