import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { OtherGateway } from '#sandbox/gateway/start-gateway.ts'
import { type Child, startChild } from '#sandbox/start-child.ts'

import { catalogueOf, type ProviderName } from './catalogue.ts'
import { openAddress } from './open-address.ts'
import { findFreePort } from './find-free-port.ts'
import { followJournal } from './follow-journal.ts'

export type Server = {
  name: ProviderName | 'gateway'
  /** Where the product finds it. */
  readonly url: string
  readonly key: string
  /** The gateway. */
  merchant: string
  /** The gateway: its accounts of other companies. */
  readonly others: readonly OtherGateway[]
  /** The gateway: where webhooks go that are set in the account. */
  tellShop: (url: string) => Promise<void>
  takeDown: () => Promise<void>
  bringBack: () => Promise<void>
  /** A control call of the sandbox (sandbox/README.md); throws when it is refused or the server is down. */
  control: (path: string, body?: unknown) => Promise<unknown>
  /** It moves to another address, and the old one stops answering. */
  moveAway: () => Promise<void>
  /** It switches to another key and refuses the old one. */
  changeKey: () => Promise<void>
  /** Cancels every pending fault. */
  clearFaults: () => Promise<void>
}

/** An order that a provider took: from its journal, which is on disk before the answer is sent. */
export type Accept = { provider: ProviderName; order: number; link: string; quantity: number; at: number }
/** A refill requested from a provider, whether it is already running or new. */
export type RefillAsk = { provider: ProviderName; order: number }
/** The state of an invoice in the gateway's own books since `at`: amounts are units of 0.00000001 USD. */
export type Invoice = {
  reference: string
  amount: bigint
  status: string
  received: bigint
  at: number
  /** The highest amount that it has reported as paid, now or before. */
  paid: bigint
}

export type Sandboxes = {
  providers: Record<ProviderName, Server>
  gateway: Server
  accepts: () => readonly Accept[]
  refillAsks: () => readonly RefillAsk[]
  invoices: () => ReadonlyMap<string, Invoice>
  /** How many webhooks the product has answered with 200 so far. */
  webhooksHeard: () => number
  stop: () => Promise<void>
}

const CONTROL_TIMEOUT_MS = 10_000

/** Two providers and a gateway in processes outside the product: they witness what it does. */
export async function startSandboxes(dir: string): Promise<Sandboxes> {
  const log: string[] = []
  const children: Child[] = []
  const start = async (name: Server['name']): Promise<Server> => {
    const stateDir = join(dir, name)
    mkdirSync(stateDir, { recursive: true })
    const env: Record<string, string> = { SANDBOX_KEY: randomBytes(16).toString('hex'), SANDBOX_SYNCED: 'on' }
    if (name === 'gateway') env['SANDBOX_MERCHANT'] = randomUUID()
    else {
      env['SANDBOX_CATALOGUE'] = join(stateDir, 'catalogue.json')
      writeFileSync(env['SANDBOX_CATALOGUE'], JSON.stringify(catalogueOf(name)))
    }
    const child = await startChild({
      name: name === 'gateway' ? 'gateway' : 'provider',
      port: await findFreePort(),
      stateDir,
      env,
      log: (line) => void log.push(line),
    })
    children.push(child)
    return toServer(name, child, env)
  }
  const [one, two, gateway] = await Promise.all([start('one'), start('two'), start('gateway')])
  const { accepts, refillAsks } = followProviders(dir)
  const gatewayJournal = join(dir, 'gateway', 'gateway.journal')
  const heard = followJournal(gatewayJournal)
  let webhooksHeard = 0
  return {
    providers: { one, two },
    gateway,
    accepts,
    refillAsks,
    invoices: followInvoices(gatewayJournal, join(dir, 'gateway', 'checkouts.journal')),
    webhooksHeard: () => (webhooksHeard += heard().filter(isHeard).length),
    stop: async () => void (await Promise.all(children.map((child) => child.stop()))),
  }
}

async function toServer(
  name: Server['name'],
  child: Child,
  /** Its arguments, also for a restart. */
  env: Record<string, string>,
): Promise<Server> {
  const { url, merchant = '', others = [] } = child.ready
  let address = name === 'gateway' ? undefined : await openAddress(Number(new URL(url).port))
  const ask = async (path: string, init: RequestInit) => {
    const signal = AbortSignal.timeout(CONTROL_TIMEOUT_MS)
    const response = await fetch(`${url}/sandbox/${path}`, { ...init, signal })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${name} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    name,
    get url() {
      return address?.url ?? url
    },
    get key() {
      return env['SANDBOX_KEY'] ?? ''
    },
    merchant,
    others,
    tellShop: async (shop) => {
      // Also for a restart.
      env['SANDBOX_SHOP_URL'] = shop
      await ask('shop', { method: 'POST', body: JSON.stringify({ url: shop }) })
    },
    moveAway: async () => {
      await address?.close()
      address = await openAddress(Number(new URL(url).port))
    },
    changeKey: async () => {
      await child.takeDown()
      env['SANDBOX_KEY'] = randomBytes(16).toString('hex')
      await child.bringBack()
    },
    takeDown: child.takeDown,
    bringBack: child.bringBack,
    control: (path, body) =>
      ask(path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    clearFaults: async () => void (await ask('faults', { method: 'DELETE' })),
  }
}

function followProviders(dir: string): Pick<Sandboxes, 'accepts' | 'refillAsks'> {
  const accepts: Accept[] = []
  const asks: RefillAsk[] = []
  const followers = (['one', 'two'] as const).map((provider) => {
    const look = followJournal(join(dir, provider, 'provider.journal'))
    return () => {
      for (const entry of look()) {
        if (isAdd(entry)) accepts.push({ ...entry, provider, order: entry.id })
        if (isRefill(entry)) asks.push({ provider, order: entry.order })
      }
    }
  })
  const follow = () => {
    for (const look of followers) look()
  }
  return { accepts: () => (follow(), accepts), refillAsks: () => (follow(), asks) }
}

function followInvoices(path: string, checkoutsPath: string): () => ReadonlyMap<string, Invoice> {
  const invoices = new Map<string, Invoice>()
  const look = followJournal(path)
  const lookAtCheckouts = followJournal(checkoutsPath)
  return () => {
    // Each entry is a whole checkout.
    for (const entry of lookAtCheckouts() as Checkout[]) invoices.set(entry.reference, toInvoice(entry))
    for (const entry of look()) {
      if (isInvoice(entry)) {
        const { orderId: reference, amount } = entry.invoice
        const none = { status: 'check', received: 0n, at: 0, paid: 0n }
        invoices.set(reference, { reference, amount: BigInt(amount), ...none })
      }
      if (!isStanding(entry)) continue
      const { orderId, status, received, showFrom: at } = entry
      const known = invoices.get(orderId)
      if (known === undefined) continue
      const now = { status, received: BigInt(received), at }
      const paid = isPaid(status) && now.received > known.paid ? now.received : known.paid
      invoices.set(orderId, { ...known, ...now, paid })
    }
    return invoices
  }
}

/** In the words of the first gateway. Less than was asked for is never reported as paid. */
function toInvoice({
  reference,
  amount: due,
  payments,
  refunded,
  dispute,
  slow,
  isClosed,
}: Checkout): Invoice {
  const amount = BigInt(due)
  const received = payments.reduce((sum, payment) => sum + BigInt(payment.amount), 0n)
  const paid = received >= amount ? received : 0n
  const isTaken =
    dispute === 'withdrawn' || dispute === 'lost' || (received > 0n && BigInt(refunded) >= received)
  const unpaid = slow === 'running' ? 'confirm_check' : isClosed ? 'cancel' : 'check'
  const status = received === 0n ? unpaid : isTaken ? 'refund_paid' : paid > 0n ? 'paid' : 'wrong_amount'
  return { reference, amount, status, received, at: payments.at(-1)?.at ?? 0, paid }
}

// The shapes of sandbox/provider/provider-state.ts, sandbox/gateway/gateway-state.ts and …/checkouts/checkout-state.ts.
type Checkout = {
  reference: string
  amount: string
  payments: { amount: string; at: number }[]
  refunded: string
  dispute: string
  slow: string
  isClosed: boolean
}
type Add = { kind: 'add'; id: number; link: string; quantity: number; at: number }
type NewInvoice = { kind: 'invoice'; invoice: { orderId: string; amount: string } }
type Standing = { kind: 'standing'; orderId: string; status: string; received: string; showFrom: number }

/** The gateway's statuses for money that arrived. */
export function isPaid(status: string): boolean {
  return status === 'paid' || status === 'paid_over'
}

function isRefill(entry: unknown): entry is { order: number } {
  return kindOf(entry) === 'refill' || kindOf(entry) === 'refill_again'
}

function isAdd(entry: unknown): entry is Add {
  return kindOf(entry) === 'add'
}

function isInvoice(entry: unknown): entry is NewInvoice {
  return kindOf(entry) === 'invoice'
}

function isStanding(entry: unknown): entry is Standing {
  return kindOf(entry) === 'standing'
}

function isHeard(entry: unknown): boolean {
  return (
    kindOf(entry) === 'attempt' &&
    (entry as { attempt: { httpStatus: number | null } }).attempt.httpStatus === 200
  )
}

function kindOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'kind' in entry ? entry.kind : undefined
}
