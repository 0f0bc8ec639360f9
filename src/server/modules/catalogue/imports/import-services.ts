import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import type { ImportRun } from '#contract/catalogue/import-runs.ts'
import type { importServices as endpoint } from '#contract/catalogue/imports.ts'
import type { Context } from '#server/context.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'

import { beginImport } from './begin-import.ts'
import { releaseLease } from './imports-queries.ts'
import { getImportRun } from './get-import-run.ts'
import { findImportState } from './read-queries.ts'
import { workImport } from './work-import.ts'

const LOOK_AGAIN_MS = 500

/**
 * Imports the chosen services and answers when that is done. Chosen ids that the provider does not offer or whose row can
 * not be used count as errors, services that are there already when nothing is to be overwritten as skipped; those of a
 * type that is not known are written and not on sale. Nothing is left out without its reason. Whoever asked may leave:
 * the import goes on, here or, when this process ends, in another.
 */
export async function importServices(
  ctx: Context,
  by: By | undefined,
  body: BodyOf<typeof endpoint>,
): Promise<ImportRun> {
  if (body.inBackground === true) return getImportRun(ctx, await beginImport(ctx, by, { body, token: null }))
  const token = randomUUID()
  const turn = { id: await beginImport(ctx, by, { body, token }), token }
  await workImport(ctx, turn, () => false)
  await releaseLease(ctx.db, turn)
  // Somebody else has it, where this process was held up for longer than its lease.
  while ((await findImportState(ctx.db, turn.id)) === 'running') {
    if (ctx.stopping.aborted) throw new AppError('unavailable')
    await pause(LOOK_AGAIN_MS)
  }
  const run = await getImportRun(ctx, turn.id)
  if (run.failure === 'currency_changed')
    throw new AppError('state_conflict', { reason: 'currency_changed', name: run.provider.name })
  if (run.failure !== null) throw new AppError('unavailable')
  return run
}
