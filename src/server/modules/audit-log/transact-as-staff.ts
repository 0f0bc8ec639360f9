import { randomBytes } from 'node:crypto'

import type { StaffActionCode } from '#contract/audit-log/staff-actions.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'

import { insertStaffAction, lockRecord } from './staff-queries.ts'

/** Who of the staff acts, and from where: handed down from the call to the row that records it. */
export type By = { actorId: number; address: string }

/** What is kept of a thing: amounts in units as text, never a key, a password or a token. */
export type Kept = { [name: string]: unknown }

export type StaffAction = {
  /** The thing and what was done to it, such as `order.refund`. */
  action: StaffActionCode
  id: number | bigint | null
  before?: Kept | undefined
  after?: Kept | undefined
  /** What is a user's own (a name), before and after: forgotten with them. */
  personal?: { before: Kept; after: Kept } | undefined
  /** As the member of staff gave it. */
  reason?: string | undefined
}

export type RecordAction = (action: StaffAction) => void

const REASON_MAX = 1_000
const ADDRESS_MAX = 100

/**
 * A change by staff: `transact`, and what was recorded meanwhile is written as the tx's last statements, so that the
 * lock on the record is held for a moment only. All of it is there or none: a change without its row can not be.
 * Without `by` it is a customer's own doing, and nothing is recorded.
 */
export async function transactAsStaff<Result>(
  ctx: Parameters<typeof transact>[0] & { security: Pick<Context['security'], 'note'> },
  by: By | undefined,
  change: (tx: Tx, publish: Publish, record: RecordAction) => Promise<Result>,
): Promise<Result> {
  let actions: StaffAction[] = []
  const changed = await transact(ctx, async (tx, publish) => {
    actions = []
    const result = await change(tx, publish, (action) => void actions.push(action))
    if (by === undefined || actions.length === 0) return result
    await lockRecord(tx)
    for (const action of actions) await insertStaffAction(tx, toRow(by, action))
    return result
  })
  if (by !== undefined)
    for (const { action } of actions)
      ctx.security.note('staff_acted', { userId: by.actorId, address: by.address, code: action })
  return changed
}

function toRow({ actorId, address }: By, { action, id, before, after, reason, personal }: StaffAction) {
  return {
    actorId,
    action,
    subject: action.slice(0, action.indexOf('.')),
    subjectId: id,
    before: toJson(before),
    after: toJson(after),
    reason: reason === undefined || reason === '' ? null : reason.slice(0, REASON_MAX),
    address: address.slice(0, ADDRESS_MAX),
    personal: personal === undefined ? null : { json: stringify(personal), salt: randomBytes(32) },
  }
}

function toJson(kept: Kept | undefined): string | null {
  return kept === undefined || Object.keys(kept).length === 0 ? null : stringify(kept)
}

function stringify(kept: Kept): string {
  return JSON.stringify(kept, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
