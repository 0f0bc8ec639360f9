import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

export type CopiedContactMessage = {
  name: string
  email: string
  at: Date
  /** Null: staff have not answered yet. */
  answeredBy: number | null
}

/** A stranger's message that the job has sorted. */
export function copyContactMessage(
  rows: CopyTables,
  { name, email, at, answeredBy }: CopiedContactMessage,
): void {
  rows.copyInto('contact_messages', {
    name,
    email,
    subject: 'Before I register',
    message: 'Which payment methods do you take?',
    created_at: at,
    sorted_at: at,
    answered_at: answeredBy === null ? null : at,
    answered_by: answeredBy,
    due_at: null,
  })
}

/** A canned reply. */
export function copyCannedReply(rows: CopyTables, title: string): void {
  rows.copyInto('canned_replies', {
    language: 'en',
    title,
    content: 'Thank you, we have asked the provider.',
  })
}
