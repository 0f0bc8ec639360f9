import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

import type { Email } from './email-kinds.ts'

export type CopiedEmail = {
  userId: number
  event: string
  receiver: string
  at: Date
  isFailed: boolean
} & Email

/** An email that was sent, or that failed after all tries. */
export function copyPastEmail(
  rows: CopyTables,
  { userId, event, receiver, at, isFailed, kind, details }: CopiedEmail,
): void {
  rows.copyInto('emails', {
    user_id: userId,
    event,
    receiver,
    kind,
    details: JSON.stringify(details),
    created_at: at,
    due_at: null,
    tries: isFailed ? 8 : 0,
    sent_at: isFailed ? null : at,
    failed_at: isFailed ? at : null,
    fault: isFailed ? JSON.stringify({ code: 'connection_refused', details: {} }) : null,
  })
}
