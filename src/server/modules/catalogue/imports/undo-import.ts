import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { ImportRun } from '#contract/catalogue/import-runs.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { lockSupplies } from '#server/modules/catalogue/supplies/lock-supplies.ts'

import { snapshot } from './existing-services.ts'
import { findImportRow, getImportRun } from './get-import-run.ts'

const ROWS_AT_ONCE = 1_000

const LEFT_SHOWN_MAX = 100
const DAY_MS = 86_400_000
/** An import can be undone for this long. */
const UNDO_DAYS = 30

type Undone = NonNullable<ImportRun['undone']>

/**
 * Undoes a provider's last import in one tx: services it created are deleted (the rows stay for their orders), services it
 * changed are restored. A service changed since is left as it is and reported. Costs stay, since they are what the provider
 * charges now. Throws `not_found`, and `state_conflict` for an import that cannot be undone.
 */
export async function undoImport(ctx: Context, by: By, id: number): Promise<ImportRun> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const locked = await lockImport(tx, id)
    if (locked === undefined) throw new AppError('not_found')
    await lockSupplies(tx, locked.provider_id)
    const row = await findImportRow(tx, id)
    if (row === undefined) throw new AppError('not_found')
    if (!row.can_be_undone) throw new AppError('state_conflict', { reason: whyNot(row.state) })
    const undone = await undoItems(tx, { importId: id, providerId: locked.provider_id, now: ctx.clock() })
    await markUndone(tx, { id, undone, now: ctx.clock() })
    const { deleted, retired, restored, left } = undone
    record({ action: 'import.undo', id, after: { deleted, retired, restored, left } })
    publish({ topic: 'catalogue' })
  })
  return getImportRun(ctx, id)
}

function whyNot(state: ImportRun['state']) {
  if (state === 'running') return 'import_running'
  return state === 'undone' ? 'import_undone' : 'import_not_last'
}

async function undoItems(
  tx: Tx,
  { importId, providerId, now }: { importId: number; providerId: number; now: Date },
): Promise<Undone> {
  const removed: number[] = []
  const left: Undone['left_services'] = []
  let restored = 0
  let moved = 0
  for (let after = -1; ;) {
    const rows = await listWritten(tx, { importId, after, count: ROWS_AT_ONCE })
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.position
    const items = rows.map((row) => ({
      providerService: row.provider_service,
      serviceId: row.service_id,
      before: row.before,
      written: row.written,
    }))
    const done = await undoBatch(tx, { providerId, items, now })
    // A supply that was moved to another service since is skipped.
    moved += items.length - done.length
    for (const { service_id: id, name, fate } of done) {
      if (fate === 'removed') removed.push(id)
      else if (fate === 'restored') restored += 1
      else left.push({ id, name })
    }
  }
  const retired = await countOrdered(tx, removed)
  return {
    deleted: removed.length - retired,
    retired,
    restored,
    left: left.length + moved,
    left_services: left.slice(0, LEFT_SHOWN_MAX),
  }
}

/** Locked until the tx ends, so that it is undone once. */
async function lockImport(db: Kysely<DB>, id: number): Promise<{ provider_id: number } | undefined> {
  const { rows } = await sql<{ provider_id: number }>`
    select provider_id from imports where id = ${id} for no key update`.execute(db)
  return rows[0]
}

async function markUndone(
  db: Kysely<DB>,
  { id, undone, now }: { id: number; undone: NonNullable<ImportRun['undone']>; now: Date },
): Promise<void> {
  await sql`
    update imports set state = 'undone', undone = ${JSON.stringify(undone)}::jsonb, undone_at = ${now}
    where id = ${id}`.execute(db)
}

type WrittenRow = {
  position: number
  provider_service: string
  service_id: number
  before: unknown
  written: string
}

/** Created and changed items after position `after`. */
async function listWritten(
  db: Kysely<DB>,
  { importId, after, count }: { importId: number; after: number; count: number },
): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select position, provider_service, service_id, before, written from import_items
    where import_id = ${importId} and position > ${after} and written is not null
    order by position limit ${count}`.execute(db)
  return rows
}

/** `before` is null for a created service; `written` is the fingerprint of what the import wrote. */
type WrittenItem = {
  providerService: string
  serviceId: number
  before: unknown
  written: string
}

type UndoneItem = { service_id: number; name: string; fate: 'removed' | 'restored' | 'left' }

/**
 * Restores or deletes services that are still as the import wrote them. Costs are not restored: a service restored to a rate
 * below its cost cannot be ordered until it gets a new price.
 */
async function undoBatch(
  db: Kysely<DB>,
  { providerId, items, now }: { providerId: number; items: readonly WrittenItem[]; now: Date },
): Promise<UndoneItem[]> {
  const { rows } = await sql<UndoneItem>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as r ("providerService" text, "serviceId" int, before jsonb, written text)
    ), found as (
      select given.before, services.id, services.name, supplies.id as supply_id,
        md5(${snapshot}::text) is distinct from given.written as is_changed
      from given join supplies on provider_id = ${providerId} and provider_service = given."providerService"
          and supplies.removed_at is null
        join services on services.id = supplies.service_id and services.id = given."serviceId"
    ), removed as (
      update services set is_active = false, deleted_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
      from found where services.id = found.id and not is_changed and jsonb_typeof(before) is distinct from 'object'
    ), restored as (
      update services set name = before ->> 'name', name_original = before ->> 'name_original',
        description = before ->> 'description', category_id = (before ->> 'category_id')::int,
        platform = before ->> 'platform', type = before ->> 'type', rate = (before ->> 'rate')::bigint,
        min = (before ->> 'min')::int, max = (before ->> 'max')::int, refill = (before ->> 'refill')::boolean,
        cancel = (before ->> 'cancel')::boolean, dripfeed = (before ->> 'dripfeed')::boolean,
        average_time = before ->> 'average_time', is_active = (before ->> 'is_active')::boolean,
        deleted_at = to_timestamp((before ->> 'deleted_at')::float8), updated_at = ${now}::timestamptz
      from found where services.id = found.id and not is_changed and jsonb_typeof(before) = 'object'
    ), restored_supplies as (
      update supplies set markup_basis_points = (before ->> 'markup_basis_points')::int,
        is_active = (before ->> 'supply_is_active')::boolean
      from found where supplies.id = supply_id and not is_changed and jsonb_typeof(before) = 'object'
    )
    select id as service_id, name, case when is_changed then 'left'
      when jsonb_typeof(before) = 'object' then 'restored' else 'removed' end as fate
    from found order by id`.execute(db)
  return rows
}

/** How many of the services have orders. */
async function countOrdered(db: Kysely<DB>, serviceIds: readonly number[]): Promise<number> {
  if (serviceIds.length === 0) return 0
  const { rows } = await sql<{ count: bigint }>`
    select count(distinct service_id) from orders where service_id = any (${serviceIds}::int[])`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Deletes the rows of one finished import, after which it cannot be undone. True when there was one. */
export async function deleteOldRows({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock().getTime() - UNDO_DAYS * DAY_MS)
  const { rows } = await sql<{ id: number }>`
    select id from imports where finished_at < ${before}
      and exists (select from import_items where import_id = imports.id) order by id limit 1`.execute(db)
  const [old] = rows
  if (old === undefined) return false
  await sql`delete from import_texts where import_id = ${old.id}`.execute(db)
  await sql`delete from import_items where import_id = ${old.id}`.execute(db)
  return true
}
