import type { FastifyInstance } from 'fastify'

import {
  type LetterOutcome,
  listGivenUpLetters,
  sendLettersAgain,
} from '#contract/messaging/failed-emails.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { testMail as testMailCall } from '#contract/settings/setup-tests.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import { changeSettings } from '#server/modules/settings/change-settings.ts'

import { listGivenUp } from '#server/modules/messaging/emails/failed/list-failed-emails.ts'
import { sendAgain } from '#server/modules/messaging/emails/failed/resend-email.ts'
import { emailOwners } from './email-owners.ts'
import { testMail } from './test-mail-server.ts'

export function mailsRoutes(app: FastifyInstance, ctx: Context): void {
  // Here, since owners are told of it by email.
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

  mount(app, ctx, testMailCall, ({ caller }) => testMail(ctx, caller.id))

  mount(app, ctx, listGivenUpLetters, async ({ caller: staff, query: { cursor, limit } }) => {
    const { letters, nextCursor } = await listGivenUp(ctx, { staff, cursor, limit })
    return { success: true, letters, next_cursor: nextCursor }
  })

  mount(app, ctx, sendLettersAgain, async ({ body: { letters }, by }) => {
    const outcomes: { id: string; outcome: LetterOutcome }[] = []
    // Each its own tx: what one of them meets does not undo the others.
    for (const { id, given_up_at: givenUpAt } of letters)
      outcomes.push({ id, outcome: await sendAgain(ctx, by, { id, givenUpAt }) })
    return { success: true, letters: outcomes }
  })
}
