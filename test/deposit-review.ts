import { creditDeposit, listAdminDeposits, refuseDeposit } from '#contract/payments/admin-deposits.ts'
import { listNotifications } from '#contract/messaging/notifications.ts'
import type { Context } from '#server/context.ts'
import { depositQueue } from '#server/modules/payments/deposits/poll-deposit.ts'
import { gatewayEventQueue } from '#server/modules/payments/gateways/work-gateway-events.ts'

import { auditMoney } from './audit.ts'
import { makeUser, type TestUser } from './factories.ts'
import { makePaymentsApp, type PaymentsApp } from './pay-with-sandbox.ts'

export type DepositReviewApp = Awaited<ReturnType<typeof makeDepositReview>>

/** The payments app with staff who decide deposits, and what each side sees. */
export async function makeDepositReview() {
  const shop = await makePaymentsApp()
  const admin = await makeUser(shop.ctx, { role: 'admin' })
  const later = (milliseconds: number): Context => ({
    ...shop.ctx,
    clock: () => new Date(Date.now() + milliseconds),
  })
  const find = (reference: string) =>
    shop.ctx.db
      .selectFrom('deposits')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
  const workWebhooks = () => gatewayEventQueue.workDue(shop.ctx)
  /** Sets the gateway's status, sends its webhook and processes it. */
  const sendWebhook = async (reference: string, status: string, amount?: string) => {
    await shop.move(reference, status, amount)
    await shop.send({ order_id: reference, status })
    await workWebhooks()
  }
  return {
    ...shop,
    admin,
    find,
    sendWebhook,
    workWebhooks,
    pollIn: (milliseconds: number) => depositQueue.workDue(later(milliseconds)),
    /** A deposit that the gateway reports as underpaid. */
    openShort: async (amount: number, arrived: string) => {
      const user = await makeUser(shop.ctx)
      const reference = await shop.open(user.token, amount)
      await sendWebhook(reference, 'wrong_amount', arrived)
      return { user, reference, id: (await find(reference)).id }
    },
    credit: (id: bigint, body: unknown, at: Pick<PaymentsApp, 'call'> = shop) =>
      at.call(creditDeposit, { token: admin.token, params: { id }, body }),
    refuse: (id: bigint, body: unknown = { reason: 'not ours' }) =>
      shop.call(refuseDeposit, { token: admin.token, params: { id }, body }),
    list: async (query: Record<string, string>) =>
      (await shop.call(listAdminDeposits, { token: admin.token, query })).body,
    linesOf: async (userId: number) => {
      const rows = await shop.ctx.db
        .selectFrom('transactions')
        .select(['type', 'amount'])
        .where('user_id', '=', userId)
        .orderBy('seq')
        .execute()
      return rows.map(({ type, amount }) => [type, amount])
    },
    recordsOf: (id: bigint) =>
      shop.ctx.db
        .selectFrom('audit_log')
        .selectAll()
        .where('subject', '=', 'deposit')
        .where('subject_id', '=', id)
        .orderBy('number')
        .execute(),
    messagesOf: async ({ token }: TestUser) =>
      (await shop.call(listNotifications, { token })).body.map(({ type, message }) => [type, message]),
    /** Checks every invariant of the money, then drops the app. */
    close: async () => {
      await auditMoney(shop.ctx)
      await shop.drop()
    },
  }
}
