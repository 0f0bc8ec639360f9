import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { sentFault } from '#contract/base/codes.ts'

/** The result of a test. */
export const trial = z.object({
  success: z.literal(true),
  outcome: z.enum(['works', 'failed', 'not_set_up']),
  /** What was tried, such as the recipient of the email; null: this machine. */
  place: z.nullable(z.string()),
  /** Why it failed. */
  reason: z.nullable(sentFault),
  milliseconds: z.int(),
})
export type Trial = z.output<typeof trial>

export const testMail = endpoint({
  method: 'POST',
  path: '/api/admin/mail/test',
  access: 'admin',
  needs: 'settings',
  summary: 'Sends a test email to the caller over the configured mail server and answers the outcome',
  answer: { status: 200, schema: trial },
  errors: [],
})

export const testStorage = endpoint({
  method: 'POST',
  path: '/api/admin/storage/test',
  access: 'admin',
  needs: 'settings',
  summary: 'Writes a small file to the configured storage, reads it and deletes it',
  answer: { status: 200, schema: trial },
  errors: [],
})

export const testTranslator = endpoint({
  method: 'POST',
  path: '/api/admin/translator/test',
  access: 'admin',
  needs: 'settings',
  summary: 'Has the configured server translate one name; `place` is the name and its translation',
  answer: { status: 200, schema: trial },
  errors: [],
})
