import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { makeQueue } from '#server/lib/queue/make-queue.ts'
import type { Claim, Outcome } from '#server/lib/queue/queue.ts'
import {
  type By,
  recordActions,
  type StaffAction,
  transactAsStaff,
} from '#server/modules/audit-log/transact-as-staff.ts'

import { listRemarkedItems, type RemarkedItem, toReasons, type ImportRemark } from './import-reasons.ts'
import { getImport, type RunningImport } from './running-import.ts'
import { translateTexts } from './translate-texts.ts'
import { writeChunk } from './write-chunk.ts'

/** Imports take turns: one is worked on for this long. */
const ROUND_MS = 10_000

/** Running imports: first the texts are translated, then the services are written, each step committed before the next. */
export const importQueue = makeQueue({
  name: 'imports',
  table: 'imports',
  key: ['id'],
  columns: [],
  order: ['due_at'],
  since: 'created_at',
  wakeOn: 'import',
  everyMs: 5_000,
  concurrency: 1,
  leaseSeconds: 15,
  timeoutSeconds: 300,
  tries: { max: 5, pauseSeconds: 1, pauseSecondsMax: 60 },
  whenDone: 'keep',
  async handle(ctx, { id }, claim) {
    const begun = performance.now()
    let outcome: Outcome = 'more'
    while (outcome === 'more' && performance.now() - begun < ROUND_MS && !claim.signal.aborted)
      outcome = await stepImport(ctx, id, claim)
    return outcome
  },
  async onEnd(tx, { id }, fault) {
    if (fault === undefined) return
    const { by, action } = await endImport(tx, id, 'stuck')
    if (by !== undefined) await recordActions(tx, by, [action])
  },
  whenRequeued: { set: sql`state = 'running', failure = null, reasons = null, finished_at = null` },
})

/** The next part of the work, in a tx of its own. */
export async function stepImport(ctx: Context, id: number, claim: Claim): Promise<Outcome> {
  const run = await getImport(ctx.db, id)
  try {
    if (await translateTexts(ctx, run, claim)) return 'more'
    if (await writeChunk(ctx, run, claim)) return 'more'
  } catch (error) {
    if (!isCurrencyChanged(error)) throw error
    ctx.log.warn({ err: error, import: id }, 'an import was ended because its provider changed')
    return end(ctx, run, { claim, failure: 'currency_changed' })
  }
  return end(ctx, run, { claim, failure: undefined })
}

/** The only refusal that ends an import at once: others, such as an overloaded database, pass. */
function isCurrencyChanged(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'state_conflict' &&
    'reason' in error.details &&
    error.details.reason === 'currency_changed'
  )
}

async function end(
  ctx: Context,
  run: RunningImport,
  { claim, failure }: { claim: Claim; failure: Failure | undefined },
): Promise<Outcome> {
  await transactAsStaff(ctx, byOf(run), async (tx, publish, record) => {
    await claim.end(tx)
    const { action } = await endImport(tx, run.id, failure)
    record(action)
    publish({ topic: 'import' })
  })
  return 'ended'
}

type Failure = 'currency_changed' | 'stuck'

/** Stores the result, and answers its audit log entry, with the final counts. */
async function endImport(
  tx: Tx,
  id: number,
  failure: Failure | undefined,
): Promise<{ by: By | undefined; action: StaffAction }> {
  const remarked = await listRemarkedItems(tx, id)
  const reasons = toReasons([
    ...remarked.flatMap(toSkipped),
    ...remarked.flatMap(toUnsold),
    ...remarked.flatMap(toFailed),
  ])
  await sql`
    update imports set state = ${failure === undefined ? 'completed' : 'failed'}, failure = ${failure ?? null},
      reasons = ${JSON.stringify(reasons)}::jsonb, finished_at = now()
    where id = ${id}`.execute(tx)
  const run = await getImport(tx, id)
  const after = {
    import: id,
    markupBasisPoints: run.markup_basis_points,
    overwriteExisting: run.overwrites,
    platform: run.platform,
    total: run.total,
    created: run.created,
    updated: run.updated,
    skipped: run.skipped,
    errors: run.errors,
    reasons: reasons.map(({ code, count }) => `${code} ${count}`),
    ...(failure && { failure }),
  }
  return { by: byOf(run), action: { action: 'provider.import', id: run.provider_id, after } }
}

/** Undefined for the import at the product's first start, which no person made. */
function byOf({ actor_id: actorId, address }: RunningImport): By | undefined {
  return actorId === null ? undefined : { actorId, address: address ?? '' }
}

function toSkipped({ outcome, code, provider_service: service }: RemarkedItem): ImportRemark[] {
  return outcome === 'skipped' && code !== null ? [{ code, service }] : []
}

function toUnsold({ unsold_type: word, code, provider_service: service }: RemarkedItem): ImportRemark[] {
  if (code === 'heading') return [{ code, service }]
  return word === null ? [] : [{ code: 'type_not_understood', service, word }]
}

function toFailed({ outcome, code, provider_service: service, word }: RemarkedItem): ImportRemark[] {
  return outcome === 'error' && code !== null ? [{ code, service, word }] : []
}
