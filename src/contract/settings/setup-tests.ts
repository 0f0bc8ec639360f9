import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { sentFault } from '#contract/base/faults.ts'

/** What came of trying something that is set up. */
export const trial = z.object({
  success: z.literal(true),
  outcome: z.enum(['works', 'failed', 'not_set_up']),
  /** Where it was tried, such as the receiver of a letter; null: on this machine. */
  place: z.nullable(z.string()),
  /** Of one that failed. */
  reason: z.nullable(sentFault),
  milliseconds: z.int(),
})
export type Trial = z.output<typeof trial>

export const testMail = endpoint({
  method: 'POST',
  path: '/api/admin/mail/test',
  access: 'admin',
  needs: 'settings',
  summary: 'Sends a letter to whoever asks, by the mail server as it is set up now, and says what came of it',
  answer: { status: 200, schema: trial },
  errors: [],
})

export const testStorage = endpoint({
  method: 'POST',
  path: '/api/admin/storage/test',
  access: 'admin',
  needs: 'settings',
  summary: 'Keeps a small file where files are kept now, reads it and removes it',
  answer: { status: 200, schema: trial },
  errors: [],
})

export const testTranslator = endpoint({
  method: 'POST',
  path: '/api/admin/translator/test',
  access: 'admin',
  needs: 'settings',
  summary: 'Has one name translated by the server as it is set up now; `place` is the name and what was said',
  answer: { status: 200, schema: trial },
  errors: [],
})
