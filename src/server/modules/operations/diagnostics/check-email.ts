import type { Diagnosed } from '#contract/operations/diagnostics.ts'
import type { Context } from '#server/context.ts'
import { hasMailServer } from '#server/modules/messaging/emails/find-mail-server.ts'
import { countFailedEmails } from '#server/modules/operations/health/alerts-queries.ts'
import { queueOf, readProduct } from '#server/modules/operations/health/read-product.ts'

import { judgeQueue } from './check-work.ts'
import { readEmails } from './diagnostics-queries.ts'

const LATE_SECONDS = 300
const COUNTED_MAX = 1_000
/** If an email was sent this recently, retries are due to their recipients. */
const RECENT_MINUTES = 15

/** Whether emails are sent: the mail server, the last one sent, and those being retried, waiting or failed. */
export async function checkEmail(ctx: Context): Promise<Diagnosed[]> {
  if (!(await hasMailServer(ctx))) return [{ code: 'email_none' }]
  const [{ mail }, { minutes, retried }, failed, product] = await Promise.all([
    ctx.settings.read(),
    readEmails(ctx.db, COUNTED_MAX),
    countFailedEmails(ctx.db, COUNTED_MAX),
    readProduct(ctx),
  ])
  const isFailing = retried > 0 && (minutes === null || minutes > RECENT_MINUTES)
  const waiting = judgeQueue(queueOf(product, 'mails'), LATE_SECONDS)
  const state: Diagnosed = isFailing
    ? { code: 'email_failing', details: { due: retried } }
    : mail === null
      ? { code: 'email_sandbox' }
      : minutes === null
        ? { code: 'email_unused' }
        : { code: 'email_good', details: { minutes } }
  return [
    state,
    ...(waiting.isLate && !isFailing ? [{ code: 'emails_wait' as const, details: waiting.late }] : []),
    ...(failed > 0 ? [{ code: 'emails_failed' as const, details: { count: failed } }] : []),
  ]
}
