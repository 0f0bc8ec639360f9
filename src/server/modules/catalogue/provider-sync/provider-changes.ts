import { type Kysely, sql } from 'kysely'

import type { QueryOf } from '#contract/base/endpoint.ts'
import type {
  ChangeKind,
  listProviderChanges as endpoint,
  ProviderChange,
} from '#contract/providers/provider-actions.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { getProvider } from '#server/modules/providers/accounts/get-provider.ts'

/** Changes of a provider's price list, newest first. Throws `provider_not_found`. */
export async function listChanges(
  { db }: Context,
  providerId: number,
  { kind, search, cursor, limit }: QueryOf<typeof endpoint>,
): Promise<{ changes: ProviderChange[]; next_cursor: string | null }> {
  await getProvider({ db }, providerId)
  const found = await listChangeRows(db, {
    providerId,
    kind,
    service: search === '' ? undefined : search,
    before: fromCursor(cursor),
    count: limit + 1,
  })
  const { rows, nextCursor } = toPage(found, limit)
  return { changes: rows.map(toChange), next_cursor: nextCursor }
}

function toChange({ id, order_id: orderId, ...row }: ChangeRow): ProviderChange {
  return { ...row, id: Number(id), order_id: orderId === null ? null : Number(orderId) }
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

type ChangeRow = Omit<ProviderChange, 'id' | 'order_id'> & { id: bigint; order_id: bigint | null }

/** Newest first, below id `before`; named as our service, else as the provider's. */
async function listChangeRows(
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

const DAY_MS = 86_400_000

const CHANGES_KEPT_DAYS = 180

/** Per provider. */
const CHANGES_KEPT_MAX = 50_000

const ROWS_PER_STATEMENT = 2_000

/** Deletes changes that are too old or too many for one provider, a batch at a time. True when there may be more. */
export async function deleteOldChanges({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock().getTime() - CHANGES_KEPT_DAYS * DAY_MS)
  const { numAffectedRows } = await sql`
    delete from provider_changes where (provider_id, id) in (
      select old.provider_id, old.id from providers cross join lateral (
        select provider_id, id from provider_changes
        where provider_id = providers.id and (created_at < ${before} or id < (
          select id from provider_changes where provider_id = providers.id
          order by id desc offset ${CHANGES_KEPT_MAX} limit 1))
        order by id limit ${ROWS_PER_STATEMENT}) old
      limit ${ROWS_PER_STATEMENT})`.execute(db)
  return Number(numAffectedRows) === ROWS_PER_STATEMENT
}
