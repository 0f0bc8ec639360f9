import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { OtherGateway } from './gateway/start-gateway.ts'
import { startChild, type Child } from './start-child.ts'

export type SandboxOptions = {
  dataDir: string
  providerPort?: number | undefined
  gatewayPort?: number | undefined
  /** The product's origin: webhooks of some gateways go to a URL in the account's settings. */
  shopUrl?: string | undefined
  /** Served by the provider instead of its built-in list. */
  catalogueFile?: string | undefined
  /** The size of the built-in list. */
  catalogueSize?: number | undefined
  log?: ((line: string) => void) | undefined
}
export type SandboxAddresses = {
  provider: { url: string; key: string }
  /** `speaks`: the gateway whose protocol it implements. */
  gateway: { speaks: string; url: string; merchant: string; key: string }
  /** Accounts at the same server, which also implements other gateways' protocols. */
  others: OtherGateway[]
  /** `url` shows emails, `smtpPort` receives them. */
  mailbox: { url: string; smtpPort: number }
}
export type Sandbox = SandboxAddresses & { stop: () => Promise<void> }

/**
 * Starts the provider, the gateway and the mailbox in separate processes and writes their addresses to
 * `dataDir/sandbox.json`. They end with this process, however it ends. A later start in the same directory has the same
 * keys, the same ports if they are free, and everything that was accepted.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, catalogueFile, catalogueSize, log = () => {} } = options
  const stateDir = join(dataDir, 'sandbox')
  const addressesPath = join(dataDir, 'sandbox.json')
  await mkdir(stateDir, { recursive: true, mode: 0o700 })
  const before = await readAddresses(addressesPath)
  const children = await startAll([
    startChild({
      name: 'provider',
      port: options.providerPort ?? portOf(before?.provider.url),
      stateDir,
      env: {
        SANDBOX_KEY: before?.provider.key ?? randomBytes(16).toString('hex'),
        SANDBOX_CATALOGUE: catalogueFile === undefined ? '' : resolve(catalogueFile),
        ...(catalogueSize !== undefined && { SANDBOX_CATALOGUE_SIZE: String(catalogueSize) }),
      },
      log,
    }),
    startChild({
      name: 'gateway',
      port: options.gatewayPort ?? portOf(before?.gateway.url),
      stateDir,
      env: {
        SANDBOX_MERCHANT: before?.gateway.merchant ?? randomUUID(),
        SANDBOX_KEY: before?.gateway.key ?? randomBytes(32).toString('hex'),
        ...(options.shopUrl !== undefined && { SANDBOX_SHOP_URL: options.shopUrl }),
      },
      log,
    }),
    startChild({ name: 'mailbox', port: portOf(before?.mailbox?.url), stateDir, env: {}, log }),
  ])
  const [provider, gateway, mailbox] = children
  const addresses: SandboxAddresses = {
    provider: { url: provider.ready.url, key: provider.ready.key },
    gateway: {
      speaks: 'cryptomus',
      url: gateway.ready.url,
      merchant: gateway.ready.merchant ?? '',
      key: gateway.ready.key,
    },
    others: gateway.ready.others ?? [],
    mailbox: { url: mailbox.ready.url, smtpPort: mailbox.ready.smtpPort ?? 0 },
  }
  await writeWhole(addressesPath, JSON.stringify(addresses, undefined, 2) + '\n')
  return {
    ...addresses,
    stop: async () => {
      await Promise.all(children.map((child) => child.stop()))
    },
  }
}

/** An earlier version had no mailbox. */
type KnownAddresses = Omit<SandboxAddresses, 'mailbox' | 'others'> &
  Partial<Pick<SandboxAddresses, 'mailbox'>>

type Three<One> = [One, One, One]

/** All or none: if one can't start, the others are stopped. */
async function startAll(starts: Three<Promise<Child>>): Promise<Three<Child>> {
  try {
    return await Promise.all(starts)
  } catch (error) {
    for (const result of await Promise.allSettled(starts))
      if (result.status === 'fulfilled') await result.value.stop()
    throw error
  }
}

async function readAddresses(path: string): Promise<KnownAddresses | undefined> {
  if (!existsSync(path)) return undefined
  // Only this file writes it, atomically.
  return JSON.parse(await readFile(path, 'utf8')) as KnownAddresses
}

function portOf(url: string | undefined): number {
  return Number(URL.parse(url ?? '')?.port ?? 0)
}

/** Through a temporary file, so that readers never see half of it; only this user can read the keys. */
async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.new`
  await writeFile(temporary, text, { mode: 0o600, flush: true })
  await rename(temporary, path)
}
