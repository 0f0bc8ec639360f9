import type { FastifyInstance } from 'fastify'

import { readFailedEmails, type ResendOutcome, sendEmailsAgain } from '#contract/messaging/failed-emails.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { testMail } from '#contract/settings/setup-tests.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import { changeSettings } from '#server/modules/settings/change-settings.ts'

import { emailOwners } from './email-owners.ts'
import { listFailedEmails, resendEmail } from './failed-emails.ts'
import { testMailServer } from './test-mail-server.ts'

export function emailsRoutes(app: FastifyInstance, ctx: Context): void {
  // Not in `settings`, which is a layer below: owners get an email about it.
  mount(app, ctx, updateSettings, async ({ caller, by, body, requireProof }) => ({
    success: true,
    ...(await changeSettings(ctx, {
      by,
      staff: caller,
      change: body,
      requireProof,
      onChanged: (tx, publish, changed) => emailOwners(ctx, tx, publish, changed),
    })),
  }))

  mount(app, ctx, testMail, ({ caller }) => testMailServer(ctx, caller.id))

  mount(app, ctx, readFailedEmails, async ({ caller: staff, query: { cursor, limit } }) => {
    const { emails, nextCursor } = await listFailedEmails(ctx, { staff, cursor, limit })
    return { success: true, emails, next_cursor: nextCursor }
  })

  mount(app, ctx, sendEmailsAgain, async ({ body: { emails }, by }) => {
    const outcomes: { id: string; outcome: ResendOutcome }[] = []
    // One tx each, so that a failure does not undo the others.
    for (const { id, given_up_at: givenUpAt } of emails)
      outcomes.push({ id, outcome: await resendEmail(ctx, by, { id, givenUpAt }) })
    return { success: true, emails: outcomes }
  })
}
