import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Layout } from '#torture/product/run-product.ts'
import { findFreePort } from '#torture/sandboxes/find-free-port.ts'
import type { OtherGateway } from '#sandbox/gateway/start-gateway.ts'
import type { Sandboxes } from '#torture/sandboxes/start-sandboxes.ts'

import type { Dirs } from './prepare-run.ts'

/** What a supervisor starts, see run-product.ts. */
const parts = ['all', 'web', 'worker-1', 'worker-2']

export type Configured = {
  url: string
  envOf: (part: string, layout: Layout) => Record<string, string>
  admin: { email: string; password: string }
  /** Secrets that no log may contain, by kind. */
  secrets: Record<string, string>
  /** Offsets the wall clock of the product, or of one of its parts, by this many ms; 0 resets it. */
  setClock: (offsetMs: number, part?: string) => void
}

/** The environment of the product's processes: only what an operator would set. */
export async function configureProduct(
  dirs: Dirs,
  { providers, gateway }: Sandboxes,
  {
    databaseEnvOf,
    cannotAsk,
  }: {
    databaseEnvOf: (layout: Layout) => Record<string, string>
    /** Gateways without API keys. */
    cannotAsk: readonly string[]
  },
): Promise<Configured> {
  const admin = { email: 'admin@torture.example.com', password: randomBytes(12).toString('hex') }
  const secretKey = randomBytes(24).toString('hex')
  const clockFileOf = (part: string) => join(dirs.run, `clock-offset-${part}`)
  const port = String(await findFreePort())
  const healthPorts = { 'worker-1': String(await findFreePort()), 'worker-2': String(await findFreePort()) }
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    TMPDIR: dirs.temporary,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../product/clock-shim.mjs')}`,
    // npm would store one in the temporary directory, which must be empty at the end.
    NODE_DISABLE_COMPILE_CACHE: '1',
    PORT: port,
    SECRET_KEY: secretKey,
    SANDBOX: 'off',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    CRYPTOMUS_URL: gateway.url,
    CRYPTOMUS_MERCHANT: gateway.merchant,
    CRYPTOMUS_KEY: gateway.key,
    HELEKET_URL: gateway.url,
    HELEKET_MERCHANT: gateway.merchant,
    HELEKET_KEY: gateway.key,
    ...Object.fromEntries(
      gateway.others.flatMap((other) => variablesOf(other, { hasApi: !cannotAsk.includes(other.speaks) })),
    ),
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    RATE_LIMITS: 'relaxed',
  }
  const url = `http://127.0.0.1:${port}`
  await gateway.tellShop(url)
  return {
    url,
    // Workers are on separate machines: only the database and the key are shared.
    envOf: (part, layout) => ({
      ...env,
      ...databaseEnvOf(layout),
      TORTURE_CLOCK_FILE: clockFileOf(part),
      ...(part === 'worker-1' || part === 'worker-2'
        ? { DATA_DIR: join(dirs.product, part), HEALTH_PORT: healthPorts[part] }
        : { DATA_DIR: dirs.product }),
    }),
    admin,
    secrets: {
      SECRET_KEY: secretKey,
      "the admin's password": admin.password,
      "provider one's key": providers.one.key,
      "provider two's key": providers.two.key,
      "the gateway's key": gateway.key,
      ...Object.fromEntries(
        gateway.others.map((other) => [`the key of the account at ${other.speaks}`, other.key]),
      ),
    },
    setClock: (offsetMs, part) => {
      for (const one of part === undefined ? parts : [part]) writeFileSync(clockFileOf(one), String(offsetMs))
    },
  }
}

/** The fields that Payeer's notifications don't need. */
const apiFields = ['account', 'api_id', 'api_pass']

/** `PAYEER_URL`, `PAYEER_SHOP` …: a variable for the URL and for each field of the account. */
function variablesOf(
  { speaks, ...fields }: OtherGateway,
  { hasApi }: { hasApi: boolean },
): [string, string][] {
  const own = Object.entries(fields).filter(([name]) => hasApi || !apiFields.includes(name))
  return own.map(([name, value]) => [`${speaks}_${name}`.toUpperCase(), value])
}
