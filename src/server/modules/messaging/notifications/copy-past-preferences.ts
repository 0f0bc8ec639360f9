import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

export function copyPreferences(rows: CopyTables, { userId, at }: { userId: number; at: Date }): void {
  rows.copyInto('notification_preferences', {
    user_id: userId,
    order_updates: null,
    promotions: true,
    newsletter: null,
    service_changes: true,
    changed_at: at,
  })
}

export type CopiedBalanceNotice = {
  userId: number
  below: bigint
  balance: bigint
  /** The newest ledger row's number. */
  seq: number
  at: Date
}

export function copyBalanceNotice(
  rows: CopyTables,
  { userId, below, balance, seq, at }: CopiedBalanceNotice,
): void {
  rows.copyInto('balance_notices', {
    user_id: userId,
    below,
    checked_seq: seq,
    is_below: balance < below,
    set_at: at,
  })
}
