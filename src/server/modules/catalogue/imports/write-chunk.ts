import { limits } from '#contract/base/limits.ts'
import { toRatePer } from '#contract/providers/provider-rates.ts'
import { readNameRules } from '#server/modules/catalogue/names/clean-names.ts'
import {
  listSnapshots,
  lockSupplies,
  noteSeen,
} from '#server/modules/catalogue/supplies/imported-services.ts'
import {
  type SuppliedService,
  writeSuppliedServices,
} from '#server/modules/catalogue/supplies/write-supplied-services.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { inSlices } from '#server/lib/limits/in-slices.ts'
import { toBlocked } from '#server/modules/settings/blocked.ts'
import { refuseOtherTerms } from '#server/modules/providers/lists/currency-terms.ts'

import type { Untaken } from './import-reasons.ts'
import { addCounts, lockRunning, type RunningImport, type Turn } from './imports-queries.ts'
import { listWaiting, type WaitingItem, type WrittenItem, writeOutcomes } from './items-queries.ts'
import { LEASE_SECONDS } from './begin-import.ts'
import { findTranslations } from './texts-queries.ts'
import { hashOf, listUntold, makeSay, type Say, sayAsItIs } from './to-english.ts'
import { isWritten } from './is-written.ts'
import { toImportRow } from './to-import-row.ts'

/** Some 0.2 s: what a kill loses, and how long others wait for the provider's rows. */
const ROWS_AT_ONCE = 500

type Row = { position: number; row: SuppliedService | Untaken }
const nothing = { word: '', unsoldType: null, serviceId: null, before: null, written: null }

/**
 * Writes the next rows of an import and what became of each, in one tx with what is counted: a kill loses all of it or
 * nothing. Answers false when there is none left, or the turn is somebody else's. Throws `state_conflict` where the
 * provider counts in something else by now.
 */
export async function writeChunk(ctx: Context, turn: Turn, run: RunningImport): Promise<boolean> {
  const items = await listWaiting(ctx.db, run.id, ROWS_AT_ONCE)
  if (items.length === 0) return false
  const rows = await toRows(ctx, run, items)
  return transact(ctx, async (tx, publish) => {
    if ((await lockRunning(tx, turn)) === undefined) return false
    await lockSupplies(tx, run.provider_id)
    const taken = rows.flatMap(({ row }) => ('code' in row ? [] : [row]))
    const named = { providerId: run.provider_id, providerServices: taken.map((one) => one.providerService) }
    const before = await listSnapshots(tx, named)
    const isSame = (row: SuppliedService) => isWritten(row, before.get(row.providerService), run)
    const same = taken.filter(isSame).map((one) => one.providerService)
    await noteSeen(tx, { providerId: run.provider_id, providerServices: same, now: ctx.clock() })
    const others = taken.filter((row) => !isSame(row))
    await writeSuppliedServices(tx, others, {
      providerId: run.provider_id,
      markupBasisPoints: run.markup_basis_points,
      overwriteExisting: run.overwrites,
      movesExisting: run.platform !== null,
      now: ctx.clock(),
    })
    // Whoever changes them waits for what was written here, or has changed them before.
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
    await addCounts(tx, run.id, counts, LEASE_SECONDS)
    publish({ topic: 'catalogue' })
    return true
  })
}

/** The provider's name is said by whoever tells of it. */
function termsOf({ provider_id: id, currency, usd_per_unit: usdPerUnit, rate_per }: RunningImport) {
  return { id, name: '', currency, usdPerUnit, ratePer: toRatePer(rate_per) }
}

async function toRows(ctx: Context, run: RunningImport, items: readonly WaitingItem[]): Promise<Row[]> {
  const say = run.translates ? await findSay(ctx, items) : sayAsItIs
  const terms = {
    usdPerUnit: run.usd_per_unit,
    markupBasisPoints: run.markup_basis_points,
    platform: run.platform ?? undefined,
    blocked: toBlocked((await ctx.settings.read()).blocked),
    nameRules: await readNameRules(ctx.db),
  }
  const rows: Row[] = []
  for await (const { position, offered } of inSlices(items))
    rows.push({ position, row: toImportRow(offered, { position, terms, say }) })
  return rows
}

/** By the glossary, and by what was translated of these. */
async function findSay(ctx: Context, items: readonly WaitingItem[]): Promise<Say> {
  const untold = new Set<string>()
  for await (const { offered } of inSlices(items)) for (const text of listUntold(offered)) untold.add(text)
  return makeSay(await findTranslations(ctx.db, [...untold].map(hashOf)))
}

type Seen = Awaited<ReturnType<typeof listSnapshots>>

function toOutcome(
  { position, row }: Row,
  { run, before, after }: { run: RunningImport; before: Seen; after: Seen },
): WrittenItem {
  if ('code' in row)
    return { ...nothing, position, outcome: 'error', code: row.code, word: (row.word ?? '').slice(0, 100) }
  const unsoldType = row.isSold ? null : row.type
  const was = before.get(row.providerService)
  const is = after.get(row.providerService)
  if (was !== undefined && !was.is_deleted && !run.overwrites)
    return { ...nothing, position, outcome: 'skipped', code: 'already_there', unsoldType }
  const isSame = was !== undefined && was.fingerprint === is?.fingerprint
  return {
    ...nothing,
    position,
    outcome: was === undefined || was.is_deleted ? 'created' : 'updated',
    code: null,
    unsoldType,
    serviceId: is?.service_id ?? null,
    before: isSame ? null : (was?.snapshot ?? null),
    // What stayed as it was has nothing to be taken back.
    written: isSame ? null : (is?.fingerprint ?? null),
  }
}

/** Enough for every reason of the largest import. */
export const TOLD_MAX = limits.importServicesMax
