import { setTimeout as pause } from 'node:timers/promises'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { LEASE_SECONDS } from './begin-import.ts'
import { toReasons, type Untaken } from './import-reasons.ts'
import {
  endImport,
  type Failure,
  findRunning,
  lockRunning,
  noteBroken,
  renewLease,
  type Turn,
} from './imports-queries.ts'
import { listTold, type ToldItem } from './items-queries.ts'
import { translateTexts } from './translate-texts.ts'
import { TOLD_MAX, writeChunk } from './write-chunk.ts'

/** In a row: what broke so often breaks again. */
const TRIES_MAX = 5
const TRY_AGAIN_MS = 1_000

/**
 * Works an import off, step by step, until it is over, the turn is somebody else's, `isEnough` says so, or the process is
 * told to stop. Each step is kept before the next begins. Answers false when there is nothing left to do here.
 */
export async function workImport(ctx: Context, turn: Turn, isEnough: () => boolean): Promise<boolean> {
  while (!isEnough() && !ctx.stopping.aborted) {
    try {
      if (!(await step(ctx, turn))) return false
    } catch (error) {
      if (isOfOtherTerms(error)) {
        ctx.log.warn({ err: error, import: turn.id }, 'an import was ended: its provider has changed')
        await end(ctx, turn, 'currency_changed')
        return false
      }
      ctx.log.error({ err: error, import: turn.id }, 'a step of an import broke and is tried again')
      const tries = await noteBroken(ctx.db, turn)
      if (tries === undefined) return false
      if (tries >= TRIES_MAX) {
        await end(ctx, turn, 'stuck')
        return false
      }
      await pause(TRY_AGAIN_MS, undefined, { signal: ctx.stopping }).catch(() => undefined)
    }
  }
  return true
}

/** No other refusal says so: an overloaded database is as good as new in a second. */
function isOfOtherTerms(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'state_conflict' &&
    'reason' in error.details &&
    error.details.reason === 'currency_changed'
  )
}

async function step(ctx: Context, turn: Turn): Promise<boolean> {
  if (!(await renewLease(ctx.db, turn, LEASE_SECONDS))) return false
  const run = await findRunning(ctx.db, turn)
  if (run === undefined) return false
  if (await translateTexts(ctx, run)) return true
  if (await writeChunk(ctx, turn, run)) return true
  await end(ctx, turn, undefined)
  return false
}

/** The one row of the staff's record comes with the end, in its tx: what was counted until then is what is on record. */
async function end(ctx: Context, turn: Turn, failure: Failure | undefined): Promise<void> {
  const told = await listTold(ctx.db, turn.id, TOLD_MAX)
  const reasons = toReasons([
    ...told.flatMap(toSkipped),
    ...told.flatMap(toUnsold),
    ...told.flatMap(toRefused),
  ])
  const run = await findRunning(ctx.db, turn)
  if (run === undefined) return
  const by = run.actor_id === null ? undefined : { actorId: run.actor_id, address: run.address ?? '' }
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const locked = await lockRunning(tx, turn)
    if (locked === undefined) return
    await endImport(tx, turn.id, { reasons, failure, now: ctx.clock() })
    publish({ topic: 'import' })
    const { provider_id: id, markup_basis_points: markupBasisPoints, overwrites, platform } = locked
    const { total, created, updated, skipped, errors } = locked
    const after = {
      import: turn.id,
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

function toSkipped({ outcome, code, provider_service: service }: ToldItem): Untaken[] {
  return outcome === 'skipped' && code !== null ? [{ code, service }] : []
}

function toUnsold({ unsold_type: word, provider_service: service }: ToldItem): Untaken[] {
  return word === null ? [] : [{ code: 'type_not_understood', service, word }]
}

function toRefused({ outcome, code, provider_service: service, word }: ToldItem): Untaken[] {
  return outcome === 'error' && code !== null ? [{ code, service, word }] : []
}
