import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { OtherGateway } from '#sandbox/gateway/start-gateway.ts'
import { type Child, startChild } from '#sandbox/start-child.ts'

import { catalogueOf, type ProviderName } from './catalogue.ts'
import { openAddress } from './open-address.ts'
import { findFreePort } from './find-free-port.ts'
import { followInvoices, followWebhooks, type HeardWebhook, type Invoice } from './follow-gateway.ts'
import { followJournal, kindOf } from './follow-journal.ts'

export type Server = {
  name: ProviderName | 'gateway'
  /** The URL used by the product. */
  readonly url: string
  readonly key: string
  /** The gateway. */
  merchant: string
  /** The gateway: its accounts at other companies. */
  readonly others: readonly OtherGateway[]
  /** The gateway: sets the URL for webhooks that are configured in the account. */
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

/** An order accepted by a provider, from its journal, which is on disk before the answer is sent. */
export type Accept = { provider: ProviderName; order: number; link: string; quantity: number; at: number }
/** A refill requested from a provider, whether it is already running or new. */
export type RefillAsk = { provider: ProviderName; order: number }
export type Sandboxes = {
  providers: Record<ProviderName, Server>
  gateway: Server
  accepts: () => readonly Accept[]
  refillAsks: () => readonly RefillAsk[]
  invoices: () => ReadonlyMap<string, Invoice>
  /** Webhooks of checkouts that were acknowledged, by the reference of the deposit. */
  heard: () => ReadonlyMap<string, readonly HeardWebhook[]>
  /** The number of webhooks that the product has answered with 200 so far. */
  webhooksHeard: () => number
  stop: () => Promise<void>
}

const CONTROL_TIMEOUT_MS = 10_000

/** Two providers and a gateway in processes outside the product: they record what it does. */
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
    heard: followWebhooks(gatewayJournal),
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

// The shape of sandbox/provider/provider-state.ts.
type Add = { kind: 'add'; id: number; link: string; quantity: number; at: number }
function isRefill(entry: unknown): entry is { order: number } {
  return kindOf(entry) === 'refill' || kindOf(entry) === 'refill_again'
}

function isAdd(entry: unknown): entry is Add {
  return kindOf(entry) === 'add'
}

function isHeard(entry: unknown): boolean {
  return (
    kindOf(entry) === 'attempt' &&
    (entry as { attempt: { httpStatus: number | null } }).attempt.httpStatus === 200
  )
}
