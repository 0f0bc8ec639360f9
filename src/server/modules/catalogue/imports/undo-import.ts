import { AppError } from '#contract/base/errors.ts'
import type { ImportRun } from '#contract/catalogue/import-runs.ts'
import {
  countOrdered,
  lockSupplies,
  takeBackImported,
} from '#server/modules/catalogue/supplies/imported-services.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { getImportRun } from './get-import-run.ts'
import { listWritten } from './items-queries.ts'
import { findImportRow, lockImport, markUndone } from './read-queries.ts'

const ROWS_AT_ONCE = 1_000
const LEFT_SHOWN_MAX = 100

type Undone = NonNullable<ImportRun['undone']>

/**
 * Takes a provider's last import back, all of it in one tx: what it created goes off the catalogue (the rows of those that
 * were ordered are what orders refer to), what it changed is again what it was, but for what the provider takes: what that
 * is more than is not sold. A service that anybody changed since is left as it is, and said. Throws `not_found`, and `state_conflict` for one that can not be taken back (any more).
 */
export async function undoImport(ctx: Context, by: By, id: number): Promise<ImportRun> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const locked = await lockImport(tx, id)
    if (locked === undefined) throw new AppError('not_found')
    await lockSupplies(tx, locked.provider_id)
    const row = await findImportRow(tx, id)
    if (row === undefined) throw new AppError('not_found')
    if (!row.can_be_undone) throw new AppError('state_conflict', { reason: whyNot(row.state) })
    const undone = await takeBack(tx, { importId: id, providerId: locked.provider_id, now: ctx.clock() })
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

async function takeBack(
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
    const taken = await takeBackImported(tx, { providerId, items, now })
    // What stands behind another service by now is not the import's any more.
    moved += items.length - taken.length
    for (const { service_id: id, name, fate } of taken) {
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
