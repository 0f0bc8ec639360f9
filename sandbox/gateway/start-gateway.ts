import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeFaults } from '#sandbox/faults/faults.ts'
import { guardControl } from '#sandbox/http/guard-control.ts'
import { jsonAnswer, send } from '#sandbox/http/send.ts'
import { serveOnLoopback } from '#sandbox/http/serve-on-loopback.ts'
import { type Accounts, makeAccounts } from './checkouts/accounts.ts'
import { signDelivery } from './checkouts/btcpay-webhooks.ts'
import type { Till } from './checkouts/change-checkout.ts'
import { answerCheckoutCall, answerCheckoutControl, CHECKOUT_ACTIONS } from './checkouts/checkout-calls.ts'
import { openCheckoutState } from './checkouts/checkout-state.ts'
import { signEvent } from './checkouts/stripe-webhooks.ts'
import { answerPaymentPage } from './answer-payment-page.ts'
import { expireInvoice, type Gateway } from './change-invoice.ts'
import { answerControlCall } from './control-calls.ts'
import { openGatewayState } from './gateway-state.ts'
import { MERCHANT_ACTIONS, type MerchantAction } from './merchant-calls.ts'
import { answerPaymentCall, type GatewayCall } from './payment-call.ts'
import { makeWebhookSender, RETRY_DELAYS_MS } from './webhook-sender.ts'

export type GatewayOptions = {
  /** 0 or absent: any free port. */
  port?: number
  /** Where invoices and webhooks are stored; absent: in memory. */
  stateDir?: string
  /** Each line of its journal is on disk before the answer is sent. */
  isSynced?: boolean
  merchant?: string
  key?: string
  /** The shop's origin, for gateways whose webhooks go to a URL in the account's settings. */
  shopUrl?: string
  clock?: () => number
  /** Delays after each refused webhook before the next attempt; there are as many retries as delays. */
  webhookRetryDelaysMs?: readonly number[]
  log?: (line: string) => void
}
export type SandboxGateway = {
  /** The base: `{url}/v1/payment` and the calls below it, `{url}/pay/{uuid}`, control calls under `{url}/sandbox/`. */
  url: string
  /** The gateway whose protocol it implements. */
  speaks: 'cryptomus'
  merchant: string
  key: string
  /** Accounts of the other gateways whose protocols it implements, each with its fields. */
  others: OtherGateway[]
  stop: () => Promise<void>
}
export type OtherGateway = {
  [Id in keyof Accounts]: { speaks: Id; url: string } & Accounts[Id]
}[keyof Accounts]

const EXPIRY_EVERY_MS = 1000
const ACTIONS: Record<string, MerchantAction> = {
  'POST /v1/payment': 'payment',
  'POST /v1/payment/info': 'info',
  'POST /v1/payment/services': 'services',
  'POST /v1/payment/list': 'list',
  'POST /v1/balance': 'balance',
  'POST /v1/payment/resend': 'resend',
}

/**
 * A payment gateway as a real HTTP server, where no money moves. It implements Cryptomus's protocol (field notes 3),
 * and those of the gateways in `checkouts/`, each with its own account.
 */
export async function startSandboxGateway(options: GatewayOptions = {}): Promise<SandboxGateway> {
  const { port = 0, stateDir, log = () => {}, clock = Date.now } = options
  const { merchant = randomUUID(), key = randomBytes(32).toString('hex') } = options
  const server = await serveOnLoopback({ port, log })
  const state = openGatewayState({
    journalPath: stateDir === undefined ? undefined : join(stateDir, 'gateway.journal'),
    isSynced: options.isSynced,
    merchant,
    clock,
  })
  const accounts = makeAccounts(key)
  const sender = makeWebhookSender({
    state,
    signal: server.signal,
    clock,
    retryDelaysMs: options.webhookRetryDelaysMs ?? RETRY_DELAYS_MS,
    signatureOf: ({ wire, body, fault }) => {
      if (wire !== 'stripe' && wire !== 'btcpay') return {}
      const secret = `${fault === 'webhook_forge' ? 'not-' : ''}${accounts[wire].webhook_secret}`
      return wire === 'stripe'
        ? { 'stripe-signature': signEvent(body, { secret, now: clock() }) }
        : { 'btcpay-sig': signDelivery(body, secret) }
    },
    log,
  })
  const faults = makeFaults({ actions: [...MERCHANT_ACTIONS, ...CHECKOUT_ACTIONS], hasWebhooks: true })
  const keyOf = (of: string) => (of === merchant ? key : (state.accounts.get(of) ?? ''))
  const gateway: Gateway = { state, faults, sender, keyOf, clock }
  const calls: GatewayCall[] = []
  const baseUrl = server.url
  const till: Till = {
    state: openCheckoutState(
      stateDir === undefined ? undefined : join(stateDir, 'checkouts.journal'),
      options.isSynced,
    ),
    webhooks: state,
    sender,
    faults,
    accounts,
    shop: { url: options.shopUrl?.replace(/\/+$/, '') ?? null },
    earlier: new Map(),
    baseUrl,
    clock,
  }
  sender.resume()
  const expiry = setInterval(() => expireAll(gateway), EXPIRY_EVERY_MS).unref()

  server.answerWith(async (exchange) => {
    const { request, response, url } = exchange
    if (url.pathname.startsWith('/sandbox/')) {
      guardControl(request)
      const own = await answerCheckoutControl(till, exchange)
      return send(response, own ?? (await answerControlCall({ gateway, baseUrl, calls, exchange })))
    }
    if (await answerCheckoutCall(till, exchange, calls)) return undefined
    const [, uuid] = /^\/pay\/([\w-]{1,64})$/.exec(url.pathname) ?? []
    if (uuid !== undefined) return send(response, await answerPaymentPage(gateway, exchange, uuid))
    const action = ACTIONS[`${request.method} ${url.pathname.replace(/\/$/, '')}`]
    if (!action) return send(response, jsonAnswer({ state: 1, message: 'Not found' }, 404))
    return answerPaymentCall({ gateway, baseUrl, calls }, exchange, action)
  })
  return {
    url: baseUrl,
    speaks: 'cryptomus',
    merchant,
    key,
    others: [
      { speaks: 'payeer', url: baseUrl, ...accounts.payeer },
      { speaks: 'stripe', url: baseUrl, ...accounts.stripe },
      { speaks: 'btcpay', url: baseUrl, ...accounts.btcpay },
    ],
    stop: async () => {
      clearInterval(expiry)
      await server.stop()
      state.close()
      till.state.close()
    },
  }
}

/** Checked every second instead of with a timer per invoice; reading an invoice checks too. */
function expireAll(gateway: Gateway): void {
  const now = gateway.clock()
  for (const invoice of gateway.state.invoices.values())
    if (now >= invoice.expiresAt) expireInvoice(gateway, invoice)
}
