import { setTimeout } from 'node:timers/promises'

import type { Pool } from 'pg'

import { gatewayName } from '#contract/base/gateways/registry.ts'
import { isPublicHost } from '#server/boot/config-addresses.ts'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'

import { isSandboxAddress } from './refuse-real.ts'

/** `sandbox`: balances have no real value. `live`: they are real. */
export type Mode = 'sandbox' | 'live'

type Given = Pick<Config, 'sandbox' | 'sandboxIsGiven' | 'publicUrl' | 'gateways'>

/**
 * The mode of this database. The first start sets it for good, since sandbox money must never buy anything real. Throws a
 * ConfigError if the environment contradicts it.
 *
 * Without SANDBOX a worker leaves the choice to a web process and waits: it may not know the site's PUBLIC_URL.
 */
export async function settleMode(
  config: Given,
  pool: Pool,
  { isWorker, say }: { isWorker: boolean; say: (line: string) => void },
): Promise<Mode> {
  const isWaiting = isWorker && config.sandbox && !config.sandboxIsGiven
  const mode = (await findMode(pool)) ?? (await (isWaiting ? awaitMode(pool, say) : makeMode(config, pool)))
  await refuseContradiction(config, pool, mode)
  return mode
}

/** Undefined if no web process has started on the database yet. */
export async function findMode(pool: Pool): Promise<Mode | undefined> {
  const { rows } = await pool.query<{ mode: Mode }>('select mode from database_mode')
  return rows[0]?.mode
}

/** If several processes start concurrently, the first decides. */
async function makeMode(config: Given, pool: Pool): Promise<Mode> {
  const mode = config.sandbox ? 'sandbox' : 'live'
  await refuseContradiction(config, pool, mode)
  return (await storeMode(pool, mode)) ?? mode
}

/** Does not replace an existing mode. Answers the stored one. */
export async function storeMode(pool: Pool, mode: Mode): Promise<Mode | undefined> {
  await pool.query('insert into database_mode (mode) values ($1) on conflict do nothing', [mode])
  return findMode(pool)
}

async function awaitMode(pool: Pool, say: (line: string) => void): Promise<Mode> {
  say('This database is new: waiting for a web process to start on it.')
  for (;;) {
    const mode = await findMode(pool)
    if (mode !== undefined) return mode
    await setTimeout(1000)
  }
}

async function refuseContradiction(config: Given, pool: Pool, mode: Mode): Promise<void> {
  const { sandbox, sandboxIsGiven, publicUrl } = config
  if (sandboxIsGiven && sandbox !== (mode === 'sandbox')) throw new ConfigError(contradictions[mode])
  if (mode === 'live') return
  if (isPublicHost(new URL(publicUrl).hostname))
    throw new ConfigError(`PUBLIC_URL is ${publicUrl}, but ${inSandboxMode} ${goLive}`)
  const real = await findRealGateway(config, pool)
  if (real !== undefined)
    throw new ConfigError(`A real ${gatewayName(real)} account is configured, but ${inSandboxMode} ${goLive}`)
}

/** In sandbox mode the settings accept only accounts of gateways on this machine, but a gateway's URL may have changed since. */
async function findRealGateway({ gateways }: Given, pool: Pool): Promise<string | undefined> {
  for (const [id, { url, fields }] of Object.entries(gateways)) {
    const own = fields ?? (await findAccount(pool, id))
    if (own !== undefined && !isSandboxAddress(own['url'] ?? url)) return id
  }
  return undefined
}

/** The fields of an account in the settings; undefined if they have none. */
async function findAccount(pool: Pool, gateway: string): Promise<Record<string, string> | undefined> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    `select name, field.value #>> '{}' as value from settings, jsonb_each(value -> $1) as field (name, value)
     where section = 'gateways' and jsonb_typeof(field.value) = 'string'`,
    [gateway],
  )
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

const inSandboxMode = 'this database is in sandbox mode.'
const goLive = 'Go live on a new database: npm run go-live.'

const contradictions = {
  live:
    'SANDBOX=on, but this database is in live mode: its balances are real. Leave SANDBOX unset, or try the sandbox with ' +
    'a DATA_DIR (and a DATABASE_URL) of its own.',
  sandbox: `SANDBOX=off, but ${inSandboxMode} Leave SANDBOX unset. ${goLive}`,
} satisfies Record<Mode, string>
