import { expect } from 'vitest'

import { resetTwoFactor } from '#contract/users/two-factor.ts'
import { readFailedEmails, sendEmailsAgain } from '#contract/messaging/failed-emails.ts'
import { listFailedJobs, retryFailedJob } from '#contract/operations/job-failures.ts'
import * as users from '#contract/users/admin-users.ts'
import { startView } from '#contract/users/view-as.ts'

import { makeUser, type TestUser } from './factories.ts'
import type { makeOrderBench } from './order-bench.ts'
import { turnOnFor } from './two-factor.ts'

export type RecordedChange = [action: string, change: () => Promise<void>]

/** Changes of users by staff, each once, with its action in the audit log. */
export function changesOfUsers(
  bench: ReturnType<typeof makeOrderBench>,
  getAdmin: () => TestUser,
): Record<string, RecordedChange> {
  let invitedId = 0
  const ok = ({ status }: { status: number }) => expect(status).toBeLessThan(300)
  const as = (id: number, body?: unknown) => ({ token: getAdmin().token, params: { id }, body })
  return {
    startView: [
      'user.view',
      async () => ok(await bench.app.call(startView, as(bench.user.id, { reason: 'They asked' }))),
    ],
    resetTwoFactor: [
      'user.reset_two_factor',
      async () => {
        const user = await makeUser(bench.ctx)
        await turnOnFor(bench.app, user)
        ok(await bench.app.call(resetTwoFactor, as(user.id, { reason: 'Lost the phone' })))
      },
    ],
    updateUser: [
      'user.update',
      async () => {
        const user = await makeUser(bench.ctx, { balance: '5' })
        const body = { balance: 7, expected_balance: 5, reason: 'a gift' }
        ok(await bench.app.call(users.updateUser, as(user.id, body)))
      },
    ],
    inviteUser: [
      'user.invite',
      async () => {
        const body = { name: 'Bo', email: 'bo@example.com' }
        const invited = await bench.app.call(users.inviteUser, { token: getAdmin().token, body })
        ok(invited)
        invitedId = invited.body.user.id
      },
    ],
    inviteAgain: ['user.invite', async () => ok(await bench.app.call(users.inviteAgain, as(invitedId)))],
    sendEmailsAgain: [
      'email.send_again',
      async () => {
        await bench.ctx.pool.query(
          `insert into emails (user_id, event, receiver, kind, due_at, failed_at)
           select id, 'order_updates:1', email, 'order_updates', null, now() from users where id = $1`,
          [bench.user.id],
        )
        const { token } = getAdmin()
        const { emails } = (await bench.app.call(readFailedEmails, { token, query: {} })).body
        const named = emails.map(({ id, given_up_at: at }) => ({ id, given_up_at: at.toISOString() }))
        ok(await bench.app.call(sendEmailsAgain, { token, body: { emails: named } }))
      },
    ],
    retryFailedJob: [
      'job.retry',
      async () => {
        await bench.ctx.pool.query(
          `insert into reset_requests (email, due_at, failed_at) values ('somebody@example.com', null, now())`,
        )
        const { token } = getAdmin()
        const [job] = (await bench.app.call(listFailedJobs, { token, query: {} })).body.jobs
        const sent = { params: { id: job?.id ?? '' }, body: { failed_at: job?.failed_at } }
        ok(await bench.app.call(retryFailedJob, { token, ...sent }))
      },
    ],
    deleteUser: ['user.delete', async () => ok(await bench.app.call(users.deleteUser, as(invitedId)))],
  }
}
