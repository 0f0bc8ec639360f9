import { randomBytes } from 'node:crypto'

import type { StaffActionCode } from '#contract/audit-log/staff-actions.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'

import { type AuditLogRow, insertAuditLogRow, lockAuditLog } from './audit-log-rows.ts'

/** The acting staff member, with the API key if a program acts for them, and the network address. */
export type By = { actorId: number; keyId?: string; address: string }

/** Values before or after a change: amounts in units as text, never a key, a password or a token. */
export type AuditValues = { [name: string]: unknown }

export type StaffAction = {
  /** Subject and verb, such as `order.refund`. */
  action: StaffActionCode
  id: number | bigint | null
  before?: AuditValues | undefined
  after?: AuditValues | undefined
  /** A user's personal data (a name) before and after. Deleted with the user. */
  personal?: { before: AuditValues; after: AuditValues } | undefined
  /** As entered. */
  reason?: string | undefined
}

export type RecordAction = (action: StaffAction) => void

const REASON_MAX = 1_000
const ADDRESS_MAX = 100

/**
 * `transact` for changes by staff: what `record` receives is written to the audit log in the same tx, so that there is
 * no change without its row. It is written last, to hold the log's lock briefly. Without `by` a customer acts for
 * themselves, and nothing is recorded.
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
    await recordActions(tx, by, actions)
    return result
  })
  if (by !== undefined)
    for (const { action } of actions)
      ctx.security.note('staff_acted', { userId: by.actorId, address: by.address, code: action })
  return changed
}

/** Writes entries for a job that acts for staff. Call it last in the tx, to hold the log's lock briefly. */
export async function recordActions(tx: Tx, by: By, actions: readonly StaffAction[]): Promise<void> {
  await lockAuditLog(tx)
  for (const action of actions) await insertAuditLogRow(tx, toRow(by, action))
}

function toRow(
  { actorId, keyId, address }: By,
  { action, id, before, after, reason, personal }: StaffAction,
): AuditLogRow {
  return {
    actorId,
    keyId: keyId ?? null,
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

function toJson(values: AuditValues | undefined): string | null {
  return values === undefined || Object.keys(values).length === 0 ? null : stringify(values)
}

function stringify(values: AuditValues): string {
  return JSON.stringify(values, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
