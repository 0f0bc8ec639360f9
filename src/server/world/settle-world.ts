import type { Pool } from 'pg'

import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/environment.ts'

import { isPlayAddress } from './is-play-address.ts'
import { findTraces, findWorldKind, stampWorld, type WorldKind } from './world-queries.ts'

type Given = Pick<Config, 'sandbox' | 'sandboxIsGiven' | 'cryptomus' | 'cryptomusUrl'>
export type World = { kind: WorldKind | undefined; isSandboxWanted: boolean }

/**
 * Says at the first start whether the money of this database is play money or real, and holds every later start to it.
 * Throws a ConfigError where the sandbox is asked for among real money, or a real gateway among play money.
 *
 * A database of before is real where a provider that is on, or a gateway, is: its customers paid. Otherwise it is the
 * sandbox's if that ever ran on it. A worker starts no sandbox and so begins no world of play money by itself.
 */
export async function settleWorld(
  config: Given,
  pool: Pool,
  { isWorker = false }: { isWorker?: boolean } = {},
): Promise<World> {
  const kind = (await findWorldKind(pool)) ?? (await judge(config, pool, isWorker))
  if (kind === 'live' && config.sandbox && config.sandboxIsGiven) throw new ConfigError(amongReal)
  if (kind === 'sandbox' && hasRealGateway(config)) throw new ConfigError(amongPlay)
  return { kind, isSandboxWanted: config.sandbox && kind !== 'live' }
}

async function judge(config: Given, pool: Pool, isWorker: boolean): Promise<WorldKind | undefined> {
  const { providerUrls, hasMerchant, hasSandbox } = await findTraces(pool)
  const isMerchantReal = hasMerchant && !isPlayAddress(config.cryptomusUrl)
  if (isMerchantReal || hasRealGateway(config) || providerUrls.some((url) => !isPlayAddress(url)))
    return stampWorld(pool, 'live')
  if (hasSandbox) return stampWorld(pool, 'sandbox')
  if (isWorker && config.sandbox) return undefined
  return stampWorld(pool, config.sandbox ? 'sandbox' : 'live')
}

function hasRealGateway({ cryptomus, cryptomusUrl }: Given): boolean {
  return cryptomus !== undefined && !isPlayAddress(cryptomusUrl)
}

const amongReal =
  'SANDBOX=on, but the money of this database is real. Leave SANDBOX unset, or try the sandbox with a DATA_DIR ' +
  '(and a DATABASE_URL) of its own.'

const amongPlay =
  'CRYPTOMUS_MERCHANT names a real gateway, but this database began with the sandbox: what its customers have is play ' +
  'money. Going live is a new database: "npm run go-live" carries settings, texts, staff and rules over.'
