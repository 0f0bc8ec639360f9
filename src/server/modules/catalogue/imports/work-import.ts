import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { ImportReason } from '#contract/catalogue/imports.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import {
  claimImport,
  findRunning,
  lockRunning,
  releaseLease,
  renewLease,
  type ImportLease,
} from './import-lease.ts'
import { listRemarkedItems, type RemarkedItem, toReasons, type ImportRemark } from './import-reasons.ts'
import { translateTexts } from './translate-texts.ts'
import { writeChunk } from './write-chunk.ts'

/** Consecutive failures of a step after which the import fails. */
const TRIES_MAX = 5

const RETRY_MS = 1_000

/**
 * Runs an import step by step (first translating, then writing), each committed before the next, until it is finished, the
 * lease is lost, `shouldPause` returns true, or the process stops.
 */
export async function workImport(
  ctx: Context,
  lease: ImportLease,
  shouldPause: () => boolean,
): Promise<void> {
  while (!shouldPause() && !ctx.stopping.aborted) {
    try {
      if (!(await step(ctx, lease))) return
    } catch (error) {
      if (isCurrencyChanged(error)) {
        ctx.log.warn({ err: error, import: lease.id }, 'an import was ended because its provider changed')
        await end(ctx, lease, 'currency_changed')
        return
      }
      ctx.log.error({ err: error, import: lease.id }, 'a step of an import failed and is retried')
      const tries = await countFailure(ctx.db, lease)
      if (tries === undefined) return
      if (tries >= TRIES_MAX) {
        await end(ctx, lease, 'stuck')
        return
      }
      await pause(RETRY_MS, undefined, { signal: ctx.stopping }).catch(() => undefined)
    }
  }
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

/** False when there is nothing left to do. */
async function step(ctx: Context, lease: ImportLease): Promise<boolean> {
  if (!(await renewLease(ctx.db, lease))) return false
  const run = await findRunning(ctx.db, lease)
  if (run === undefined) return false
  if (await translateTexts(ctx, run)) return true
  if (await writeChunk(ctx, lease, run)) return true
  await end(ctx, lease, undefined)
  return false
}

/** Ends the import and writes its one audit log entry in the same tx, with the final counts. */
async function end(ctx: Context, lease: ImportLease, failure: Failure | undefined): Promise<void> {
  const remarked = await listRemarkedItems(ctx.db, lease.id)
  const reasons = toReasons([
    ...remarked.flatMap(toSkipped),
    ...remarked.flatMap(toUnsold),
    ...remarked.flatMap(toFailed),
  ])
  const run = await findRunning(ctx.db, lease)
  if (run === undefined) return
  const by = run.actor_id === null ? undefined : { actorId: run.actor_id, address: run.address ?? '' }
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const locked = await lockRunning(tx, lease)
    if (locked === undefined) return
    await endImport(tx, lease.id, { reasons, failure, now: ctx.clock() })
    publish({ topic: 'import' })
    const { provider_id: id, markup_basis_points: markupBasisPoints, overwrites, platform } = locked
    const { total, created, updated, skipped, errors } = locked
    const after = {
      import: lease.id,
      markupBasisPoints,
      overwriteExisting: overwrites,
      platform,
      total,
      created,
      updated,
      skipped,
      errors,
      reasons: reasons.map(({ code, count }) => `${code} ${count}`),
      ...(failure && { failure }),
    }
    record({ action: 'provider.import', id, after })
  })
}

function toSkipped({ outcome, code, provider_service: service }: RemarkedItem): ImportRemark[] {
  return outcome === 'skipped' && code !== null ? [{ code, service }] : []
}

function toUnsold({ unsold_type: word, provider_service: service }: RemarkedItem): ImportRemark[] {
  return word === null ? [] : [{ code: 'type_not_understood', service, word }]
}

function toFailed({ outcome, code, provider_service: service, word }: RemarkedItem): ImportRemark[] {
  return outcome === 'error' && code !== null ? [{ code, service, word }] : []
}

/** Imports take turns: a worker pauses one after this time. Also keeps the loop from being reported as stuck. */
const ROUND_MS = 10_000

/** Continues an import without a live lease: started in the background, or left by a process that ended. */
export async function workNextImport(ctx: Context): Promise<boolean> {
  const lease = await claimImport(ctx.db, randomUUID())
  if (lease === undefined) return false
  const begun = performance.now()
  await workImport(ctx, lease, () => performance.now() - begun > ROUND_MS)
  await releaseLease(ctx.db, lease)
  return true
}

type Failure = 'currency_changed' | 'stuck'

async function endImport(
  tx: Tx,
  id: number,
  { reasons, failure, now }: { reasons: readonly ImportReason[]; failure: Failure | undefined; now: Date },
): Promise<void> {
  await sql`
    update imports set state = ${failure === undefined ? 'completed' : 'failed'}, failure = ${failure ?? null},
      reasons = ${JSON.stringify(reasons)}::jsonb, finished_at = ${now}, token = null, leased_until = null
    where id = ${id}`.execute(tx)
}

/** The number of consecutive failures; undefined when the lease was lost. */
async function countFailure(db: Kysely<DB>, { id, token }: ImportLease): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update imports set tries = tries + 1 where id = ${id} and token = ${token}::uuid and state = 'running'
    returning tries`.execute(db)
  return rows[0]?.tries
}
