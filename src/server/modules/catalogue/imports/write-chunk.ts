import { type Kysely, sql } from 'kysely'

import type { ImportOutcome, ImportReason } from '#contract/catalogue/imports.ts'
import { toRatePer } from '#contract/providers/provider-rates.ts'
import type { Context } from '#server/context.ts'
import type { PanelService } from '#server/integrations/panels/panel.ts'
import { inSlices } from '#server/lib/event-loop/in-slices.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import type { Claim } from '#server/lib/queue/queue.ts'
import { readNameRules } from '#server/modules/catalogue/names/clean-names.ts'
import { lockSupplies } from '#server/modules/catalogue/supplies/lock-supplies.ts'
import { refuseOtherTerms } from '#server/modules/providers/lists/get-settled-account.ts'
import { toBlocked } from '#server/modules/settings/blocked.ts'

import { isUnchanged, listSnapshots } from './existing-services.ts'
import type { ImportRemark } from './import-reasons.ts'
import {
  findTranslations,
  hashOf,
  listUntranslated,
  makeTranslate,
  type Translate,
  keepOriginal,
} from './to-english.ts'
import { toImportRow } from './to-import-row.ts'
import type { RunningImport } from './running-import.ts'
import { type SuppliedService, writeSuppliedServices } from './write-supplied-services.ts'

/** About 0.2 s: the work lost in a crash, and how long others wait for the provider's rows. */
const ROWS_AT_ONCE = 500

type Row = { position: number; row: SuppliedService | ImportRemark }

const nothing = { word: '', unsoldType: null, serviceId: null, before: null, written: null }

/**
 * Writes the next rows of an import, their outcomes and the counts in one tx. False when no row is left.
 * Throws `state_conflict` where the provider's currency or rate unit changed.
 */
export async function writeChunk(ctx: Context, run: RunningImport, claim: Claim): Promise<boolean> {
  const items = await listWaiting(ctx.db, run.id, ROWS_AT_ONCE)
  if (items.length === 0) return false
  const rows = await toRows(ctx, run, items)
  return transact(ctx, async (tx, publish) => {
    await claim.hold(tx)
    await lockSupplies(tx, run.provider_id)
    const taken = rows.flatMap(({ row }) => ('code' in row ? [] : [row]))
    const named = { providerId: run.provider_id, providerServices: taken.map((one) => one.providerService) }
    const before = await listSnapshots(tx, named)
    const isSame = (row: SuppliedService) => isUnchanged(row, before.get(row.providerService), run)
    const same = taken.filter(isSame).map((one) => one.providerService)
    await writeSeenAt(tx, { providerId: run.provider_id, providerServices: same, now: ctx.clock() })
    const others = taken.filter((row) => !isSame(row))
    await writeSuppliedServices(tx, others, {
      providerId: run.provider_id,
      markupBasisPoints: run.markup_basis_points,
      overwriteExisting: run.overwrites,
      movesExisting: run.platform !== null,
      now: ctx.clock(),
    })
    // After the writes: a concurrent change of terms waits for their locks, or has already committed and is seen here.
    await refuseOtherTerms(tx, termsOf(run))
    const after = await listSnapshots(tx, named)
    const outcomes = rows.map((one) => toOutcome(one, { run, before, after }))
    await writeOutcomes(tx, run.id, outcomes)
    const count = (wanted: WrittenItem['outcome']) =>
      outcomes.filter(({ outcome }) => outcome === wanted).length
    const counts = {
      created: count('created'),
      updated: count('updated'),
      skipped: count('skipped'),
      errors: count('error'),
    }
    await addCounts(tx, run.id, counts)
    publish({ topic: 'catalogue' })
    return true
  })
}

/** The name is not needed: the error is only used to end the import. */
function termsOf({ provider_id: id, currency, usd_per_unit: usdPerUnit, rate_per }: RunningImport) {
  return { id, name: '', currency, usdPerUnit, ratePer: toRatePer(rate_per) }
}

async function toRows(ctx: Context, run: RunningImport, items: readonly WaitingItem[]): Promise<Row[]> {
  const translate = run.translates ? await prepareTranslate(ctx, items) : keepOriginal
  const terms = {
    usdPerUnit: run.usd_per_unit,
    markupBasisPoints: run.markup_basis_points,
    platform: run.platform ?? undefined,
    blocked: toBlocked((await ctx.settings.read()).blocked),
    nameRules: await readNameRules(ctx.db),
  }
  const rows: Row[] = []
  for await (const { position, offered } of inSlices(items))
    rows.push({ position, row: toImportRow(offered, { position, terms, translate }) })
  return rows
}

/** Uses the glossary and the stored translations of these items. */
async function prepareTranslate(ctx: Context, items: readonly WaitingItem[]): Promise<Translate> {
  const untranslated = new Set<string>()
  for await (const { offered } of inSlices(items))
    for (const text of listUntranslated(offered)) untranslated.add(text)
  return makeTranslate(await findTranslations(ctx.db, [...untranslated].map(hashOf)))
}

type Snapshots = Awaited<ReturnType<typeof listSnapshots>>

function toOutcome(
  { position, row }: Row,
  { run, before, after }: { run: RunningImport; before: Snapshots; after: Snapshots },
): WrittenItem {
  if ('code' in row)
    return { ...nothing, position, outcome: 'error', code: row.code, word: (row.word ?? '').slice(0, 100) }
  const unsoldType = row.unsold === 'type_not_understood' ? row.type : null
  const was = before.get(row.providerService)
  const is = after.get(row.providerService)
  if (was !== undefined && !was.is_deleted && !run.overwrites)
    return { ...nothing, position, outcome: 'skipped', code: 'already_there', unsoldType }
  const isSame = was !== undefined && was.fingerprint === is?.fingerprint
  return {
    ...nothing,
    position,
    outcome: was === undefined || was.is_deleted ? 'created' : 'updated',
    // A service on sale stays on sale.
    code: row.unsold === 'heading' && is?.snapshot.is_active !== true ? row.unsold : null,
    unsoldType,
    serviceId: is?.service_id ?? null,
    before: isSame ? null : (was?.snapshot ?? null),
    // An unchanged service has nothing to undo.
    written: isSame ? null : (is?.fingerprint ?? null),
  }
}

type WaitingItem = { position: number; offered: PanelService }

/** The next items, in the provider's order. */
async function listWaiting(db: Kysely<DB>, importId: number, count: number): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    select position, offered from import_items where import_id = ${importId} and outcome is null
    order by position limit ${count}`.execute(db)
  return rows
}

type WrittenItem = {
  position: number
  outcome: ImportOutcome
  code: ImportReason['code'] | null
  word: string
  unsoldType: string | null
  serviceId: number | null
  /** Snapshot of the service before; null for a new or unchanged one. */
  before: unknown
  /** Fingerprint of the service after; null where nothing was written. */
  written: string | null
}

async function writeOutcomes(tx: Tx, importId: number, items: readonly WrittenItem[]): Promise<void> {
  await sql`
    update import_items set offered = null, outcome = r.outcome, code = r.code, word = r.word,
      unsold_type = r."unsoldType", service_id = r."serviceId", before = nullif(r.before, 'null'::jsonb),
      written = r.written
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r (position int, outcome text, code text, word text,
      "unsoldType" text, "serviceId" int, before jsonb, written text)
    where import_id = ${importId} and import_items.position = r.position`.execute(tx)
}

type Counts = { created: number; updated: number; skipped: number; errors: number }

async function addCounts(tx: Tx, id: number, { created, updated, skipped, errors }: Counts): Promise<void> {
  await sql`
    update imports set created = created + ${created}, updated = updated + ${updated}, skipped = skipped + ${skipped},
      errors = errors + ${errors}
    where id = ${id}`.execute(tx)
}

/** For unchanged services, for which nothing else is written. */
async function writeSeenAt(
  db: Kysely<DB>,
  {
    providerId,
    providerServices,
    now,
  }: { providerId: number; providerServices: readonly string[]; now: Date },
): Promise<void> {
  if (providerServices.length === 0) return
  await sql`
    update supplies set seen_at = ${now}
    where provider_id = ${providerId} and provider_service = any (${providerServices}::text[])`.execute(db)
}
