import { randomBytes } from 'node:crypto'

import { openFieldsOf } from '#contract/base/gateways/registry.ts'
import { getReconciliation } from '#contract/reports/reconciliation.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { type SandboxGateway, startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'
import { signDelivery } from '#sandbox/gateway/checkouts/btcpay-webhooks.ts'
import { signEvent } from '#sandbox/gateway/checkouts/stripe-webhooks.ts'
import { postSigned } from '#sandbox/gateway/make-shop.ts'
import type { Change } from '#sandbox/gateway/checkouts/change-checkout.ts'
import { createDeposit } from '#server/modules/payments/deposits/create-deposit.ts'
import { depositQueue } from '#server/modules/payments/deposits/poll-deposit.ts'
import { findGatewayAccount } from '#server/modules/payments/gateways/find-account.ts'
import { readGatewayLists } from '#server/modules/payments/gateways/read-gateway-lists.ts'
import { registerSandboxGateway } from '#server/modules/payments/gateways/register-sandbox-gateway.ts'
import { gatewayEventQueue } from '#server/modules/payments/gateways/work-gateway-events.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { balanceOf, makeUser, type TestUser, usd } from './factories.ts'

/** The tested payment methods, with what their gateways can and can't do. */
export const rigs = [
  { name: 'cryptomus', method: 'cryptomus', open: 'payment', hasRefunds: true },
  { name: 'heleket', method: 'heleket', open: 'payment', hasRefunds: true },
  { name: 'payeer', method: 'payeer' },
  { name: 'payeer that cannot be asked', method: 'payeer', isBelieved: true },
  { name: 'stripe', method: 'card', open: 'stripe_open', hasRefunds: true, hasDisputes: true },
  { name: 'btcpay', method: 'btcpay', open: 'btcpay_open', isOpenForRest: true },
] as const satisfies readonly Rig[]

export type Rig = {
  name: string
  method: string
  /** The call that opens an invoice, if there is one. */
  open?: string
  /** Its signed notifications are the only source about payments. */
  isBelieved?: true
  /** An underpaid invoice stays open for the rest until it expires. */
  isOpenForRest?: true
  hasRefunds?: true
  hasDisputes?: true
}

export type Till = Awaited<ReturnType<typeof makeTill>>
type Play = { what: Change; amount?: string; currency?: string }
type Fault = { action: string; kind: string; times?: number; delay_ms?: number; taken?: boolean }

/** A shop with this gateway only, at the sandbox, which sends webhooks over the network. */
export async function makeTill(rig: Rig) {
  const gateway = await startSandboxGateway({ webhookRetryDelaysMs: [] })
  const app = await makeTestApp()
  const ctx = { ...app.ctx, config: { ...app.ctx.config, publicUrl: app.url } }
  await send(gateway, 'shop', { url: app.url })
  await setUp(app, gateway, rig)
  const isFirst = rig.open === 'payment'
  let laterMs = 0
  let listedMs = 0
  const till = {
    ...app,
    ctx,
    gateway,
    user: await makeUser(ctx),
    fault: (fault: Fault) => send(gateway, 'faults', fault),
    /** Opens a deposit of $20 and its payment page. */
    open: async (idempotencyKey = randomBytes(9).toString('hex')) => {
      laterMs = 0
      const { reference, paymentUrl } = await createDeposit(ctx, {
        userId: till.user.id,
        amount: usd('20'),
        paymentMethod: rig.method,
        idempotencyKey,
      })
      await (await fetch(paymentUrl)).text()
      return reference
    },
    /** Plays a change at the gateway, and waits until its webhooks have arrived. */
    play: async (reference: string, play: Play) => {
      if (isFirst) await send(gateway, `invoices/${reference}`, toInvoice(play))
      else
        await send(gateway, `checkouts/${reference}`, {
          do: play.what,
          amount: play.amount,
          currency: play.currency,
        })
      await till.delivered(reference)
      if (rig.isOpenForRest === true && play.what === 'pay_little')
        await till.play(reference, { what: 'cancel' })
    },
    delivered: async (reference: string) => {
      for (let tries = 0; tries < 1_000; tries += 1) {
        const rows = await list(gateway, `webhooks?order_id=${reference}`)
        if (rows.every(({ attempt }) => attempt !== 0)) return rows
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
      throw new Error('a webhook did not come')
    },
    work: () => gatewayEventQueue.workDue(ctx),
    workAt: (at: Date) => gatewayEventQueue.workDue({ ...ctx, clock: () => at }),
    /** Reads the gateway's list an hour later, and handles what it shows. The first call only sets where to begin. */
    list: async () => {
      const at = Date.now() + listedMs
      listedMs += 3_601_000
      await readGatewayLists({ ...ctx, clock: () => new Date(at) })
      await gatewayEventQueue.workDue({ ...ctx, clock: () => new Date(at) })
    },
    /** Polls every open deposit, ten minutes or more later. */
    pollLater: (minutes = 10) => {
      laterMs += minutes * 60_000
      const at = Date.now() + laterMs
      return depositQueue.workDue({ ...ctx, clock: () => new Date(at) })
    },
    credited: async (act: () => Promise<unknown>) => {
      const before = await balanceOf(ctx, till.user.id)
      await act()
      return (await balanceOf(ctx, till.user.id)) - before
    },
    find: (reference: string) =>
      ctx.db
        .selectFrom('deposits')
        .select(['id', 'status', 'review_code', 'gateway_state', 'arrived', 'reversed'])
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow(),
    /** The deposit's gateway events, with their effects. */
    events: (reference: string) =>
      ctx.db
        .selectFrom('gateway_events')
        .select(['source', 'effect', 'failed_at'])
        .where('reference', '=', reference)
        .orderBy('id')
        .execute(),
    /** A payment to another shop with the same account, as that shop would open it; returns its reference. */
    openForeign: async (reference = `order-${randomBytes(4).toString('hex')}`) => {
      const found = ctx.gateways.get(idOf(rig))
      const account = found && (await findGatewayAccount(ctx, found))
      if (found === undefined || account === undefined) throw new Error('the rig has an account')
      const [callbackUrl, now] = [`${app.url}/api/payment/webhook/${idOf(rig)}`, new Date()]
      const answer = await found.createInvoice(account, {
        reference,
        amount: usd('20'),
        callbackUrl,
        returnUrl: app.url,
        askedAt: now,
        now,
      })
      if (answer.kind !== 'invoice') throw new Error(`no invoice: ${answer.kind}`)
      await (await fetch(answer.invoice.url ?? '')).text()
      return reference
    },
    /** Today's differences of the reconciliation that concern the deposit. */
    reconcile: async (reference: string) => {
      const { token } = await makeUser(ctx, { role: 'admin', permissions: ['reports'] })
      const query = { day: new Date().toISOString().slice(0, 10) }
      const { body } = await app.call(getReconciliation, { token, query })
      const named = body.gateways.flatMap((one) => one.named)
      return named.flatMap((one) => (one.reference === reference ? [one.code] : []))
    },
    referenceOf: async (idempotencyKey: string) => {
      const { reference } = await ctx.db
        .selectFrom('deposits')
        .select('reference')
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirstOrThrow()
      return reference
    },
    /** The staff notifications about the deposit. */
    told: async (reference: string) => {
      const { id } = await till.find(reference)
      const rows = await ctx.db
        .selectFrom('notifications')
        .select(['code', 'details'])
        .orderBy('id')
        .execute()
      const own = rows.filter(({ details }) => String(Object(details)['deposit']) === String(id))
      return own.map(({ code }) => code)
    },
    /** How many invoices the gateway has for the deposit. */
    invoices: async (reference: string) => {
      const rows = await list(gateway, isFirst ? 'invoices' : 'checkouts')
      return rows.filter((row) => (row['order_id'] ?? row['reference']) === reference).length
    },
    /** A deposit that will be paid in another currency; where invoices have a currency, through a fault of the gateway. */
    openIn: async (currency: string) => {
      if (!isFirst) return till.open()
      const key = `in-${currency}`
      await till.fault({ action: 'payment', kind: 'error_500_before' })
      await till.open(key).catch(() => undefined)
      const reference = await till.referenceOf(key)
      await postSigned(gateway, 'payment', { amount: '20.00', currency, order_id: reference })
      return reference
    },
    /** Sends the last webhook again: an exact copy, or a longer one with a new signature. Returns our HTTP status. */
    resend: async (reference: string, more = 0) => {
      const [row] = (await list(gateway, `webhooks?order_id=${reference}`)).slice(-1)
      const body = String(row?.['body']) + ' '.repeat(more)
      const own = gateway.others.find(({ speaks }) => speaks === idOf(rig))
      const secret = own !== undefined && 'webhook_secret' in own ? own.webhook_secret : ''
      const { status } = await fetch(`${app.url}/api/payment/webhook/${idOf(rig)}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'stripe-signature': signEvent(body, { secret, now: Date.now() }),
          'btcpay-sig': signDelivery(body, secret),
        },
        body,
      })
      return status
    },
    drop: async () => {
      await app.drop()
      await gateway.stop()
    },
  }
  return till
}

function idOf({ method, name }: Rig): string {
  return method === 'card' ? name : method
}

async function setUp(app: TestApp, gateway: SandboxGateway, rig: Rig): Promise<void> {
  const { isBelieved } = rig
  const id = idOf(rig)
  const other = gateway.others.find(({ speaks }) => speaks === id)
  const account = other ?? { speaks: id, url: gateway.url, merchant: gateway.merchant, key: gateway.key }
  await registerSandboxGateway(app.ctx, {
    ...account,
    ...(isBelieved === true && { api_id: '', api_pass: '' }),
  })
  const admin: TestUser = await makeUser(app.ctx, { role: 'admin' })
  const data = app.ctx.gateways.get(id)?.data
  const unnamed = data && Object.fromEntries(openFieldsOf(data).map((field) => [field, null]))
  const { status } = await app.call(updateSettings, {
    token: admin.token,
    body: { gateways: { [id]: { is_on: true, ...unnamed } } },
  })
  if (status !== 200) throw new Error(`the settings of ${id} are refused: ${status}`)
}

/** A change as a gateway with invoice statuses makes it. */
function toInvoice({ what, amount }: Play): { status: string; amount?: string | undefined } {
  const statuses: Partial<Record<Change, [status: string, amount?: string]>> = {
    pay: ['paid'],
    pay_little: ['wrong_amount', '10'],
    pay_much: ['paid_over', '30'],
    pay_twice: ['paid_over', '40'],
    cancel: ['cancel'],
    refund: ['refund_paid'],
  }
  const [status, of] = statuses[what] ?? []
  if (status === undefined) throw new Error(`there is no ${what} there`)
  return { status, amount: amount ?? of }
}

async function send({ url }: SandboxGateway, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${url}/sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

async function list({ url }: SandboxGateway, path: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${url}/sandbox/${path}`)
  return (await response.json()) as Record<string, unknown>[] // a list by the sandbox's own contract
}
