import { updateSettings } from '#contract/settings/admin-settings.ts'
import {
  approveCredit,
  type AdminTransfer,
  getTransfer,
  rejectCredit,
} from '#contract/payments/admin-transfers.ts'
import { creditDeposit, refuseDeposit } from '#contract/payments/admin-deposits.ts'
import { getManualPayment } from '#contract/payments/manual-payments.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { defaultMethod } from '#contract/settings/payment-methods.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { auditMoney } from './audit.ts'
import { makeUser, type TestUser } from './factories.ts'
import { makePdf, sendForm, type TestFile } from './make-files.ts'

export type ManualShop = Awaited<ReturnType<typeof makeManualShop>>

/** As sent over HTTP: amounts in dollars. */
export function manualMethod(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...defaultMethod(id),
    name: { en: 'Bank transfer', vi: 'Chuyển khoản' },
    instructions: { en: 'Send to account 1.', vi: 'Chuyển vào tài khoản 1.' },
    fee: { percent: 0, fixed: 0 },
    ...more,
  }
}

const proof: TestFile = { name: 'receipt.pdf', bytes: makePdf() }

/** A shop with the methods `manual-bank` and `manual-wise`, and two members of staff who decide deposits. */
export async function makeManualShop(methods = [manualMethod('manual-bank'), manualMethod('manual-wise')]) {
  const app = await makeTestApp()
  const admin = await makeUser(app.ctx, { role: 'admin' })
  const second = await makeUser(app.ctx, { role: 'admin', permissions: ['money'] })
  const decide = async (payment_methods: readonly Record<string, unknown>[]) => {
    const { status } = await app.call(updateSettings, { token: admin.token, body: { payment_methods } })
    if (status !== 200) throw new Error(`no settings: ${status}`)
  }
  await decide(methods)
  const pay = (user: TestUser, amount: number, method = 'manual-bank', key?: string) =>
    app.call(createPayment, {
      token: user.token,
      body: { amount, payment_method: method },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    })
  const find = (orderId: string) =>
    app.ctx.db.selectFrom('deposits').selectAll().where('reference', '=', orderId).executeTakeFirstOrThrow()
  const open = async (user: TestUser, amount: number, method?: string) => {
    const { status, body } = await pay(user, amount, method)
    if (status !== 200) throw new Error(`no payment: ${status} ${JSON.stringify(body)}`)
    return body.order_id
  }
  const send = (
    { token }: TestUser,
    orderId: string,
    reference: string,
    files: readonly TestFile[] = [proof],
    at: Pick<TestApp, 'url'> = app,
  ) => sendForm(`${at.url}/api/payment/manual/${orderId}`, { token, fields: { reference }, files })
  const on =
    (endpoint: typeof creditDeposit | typeof refuseDeposit | typeof approveCredit | typeof rejectCredit) =>
    (id: bigint, body: unknown, by: TestUser = admin, at: Pick<TestApp, 'call'> = app) =>
      at.call(endpoint, { token: by.token, params: { id }, body })
  return {
    ...app,
    admin,
    second,
    decide,
    pay,
    find,
    open,
    send,
    /** A deposit that its customer has marked as sent. */
    openSent: async (amount: number, reference: string, method?: string) => {
      const user = await makeUser(app.ctx)
      const orderId = await open(user, amount, method)
      const { status } = await send(user, orderId, reference)
      if (status !== 200) throw new Error(`not sent: ${status}`)
      return { user, orderId, id: (await find(orderId)).id }
    },
    credit: on(creditDeposit),
    refuse: on(refuseDeposit),
    approve: on(approveCredit),
    reject: on(rejectCredit),
    read: (user: TestUser, orderId: string, query: Record<string, string> = {}) =>
      app.call(getManualPayment, { token: user.token, params: { order_id: orderId }, query }),
    readTransfer: async (id: bigint, by: TestUser = admin): Promise<AdminTransfer> =>
      (await app.call(getTransfer, { token: by.token, params: { id } })).body.transfer,
    /** Checks every invariant of the money, then drops the app. */
    close: async () => {
      await auditMoney(app.ctx)
      await app.drop()
    },
  }
}
