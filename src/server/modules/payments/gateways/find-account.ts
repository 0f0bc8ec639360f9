import type { Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import type { CryptomusAccount } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { readGatewaySetting } from '#server/modules/settings/settings-with-secrets.ts'

/** The gateways that call back at `/api/payment/webhook/:gateway`. */
export const gateways = ['cryptomus'] as const
export type Gateway = (typeof gateways)[number]

const gateway: Gateway = 'cryptomus'

/** An account as it is stored; the key is sealed. */
export type SealedAccount = { url: string; merchant: string; key_ciphertext: Buffer }
export type StoredAccount = SealedAccount & { id: number }

export const storedColumns = ['id', 'url', 'merchant', 'key_ciphertext'] as const

/** The purpose under which a gateway's key is sealed. */
export function gatewayKeyPurpose(of: string): string {
  return `gateway-key:${of}`
}

/**
 * Our account at the gateway: the operator's, else the environment's, else the sandbox's. Also there while the gateway is turned
 * off for new deposits.
 */
export async function findGatewayAccount(ctx: Context): Promise<CryptomusAccount | undefined> {
  return toOwn(ctx, await readGatewaySetting(ctx))
}

/** The account for new deposits; undefined if the operator turned the gateway off. */
export async function findAccountToPay(ctx: Context): Promise<CryptomusAccount | undefined> {
  const setting = await readGatewaySetting(ctx)
  return setting.isOn ? toOwn(ctx, setting) : undefined
}

async function toOwn(
  ctx: Context,
  { account }: Awaited<ReturnType<typeof readGatewaySetting>>,
): Promise<CryptomusAccount | undefined> {
  if (account === undefined) return findBasicAccount(ctx)
  return { ...account, url: ctx.config.cryptomusUrl, ...reachOf(ctx) }
}

/** The environment's account, else the sandbox's. */
async function findBasicAccount(ctx: Context): Promise<CryptomusAccount | undefined> {
  const { cryptomus, cryptomusUrl } = ctx.config
  if (cryptomus !== undefined) return { ...cryptomus, url: cryptomusUrl, ...reachOf(ctx) }
  const row = await findSandboxAccount(ctx.db, gateway)
  if (row === undefined) return undefined
  // The sandbox may be on loopback; its address never comes from a form.
  return { ...toAccount(ctx, row), allowedOrigin: URL.parse(row.url)?.origin }
}

type OfDeposit = { gateway_account: number | null }

/**
 * The account that a deposit was opened with. If that is still our merchant, with the current key, since a gateway only accepts the
 * newest.
 */
export async function findAccountOf(ctx: Context, deposit: OfDeposit): Promise<CryptomusAccount | undefined> {
  const current = await findGatewayAccount(ctx)
  const own = await findOpenedWith(ctx, deposit)
  if (own === undefined || current === undefined) return own ?? current
  return own.merchant === current.merchant && own.url === current.url ? current : own
}

/** Keys that may have signed a webhook for this deposit: the current one and the one it was opened with. */
export async function listSigningKeys(ctx: Context, deposit: OfDeposit | undefined): Promise<string[]> {
  const current = await findGatewayAccount(ctx)
  const own = deposit === undefined ? undefined : await findOpenedWith(ctx, deposit)
  return [...new Set([current, own].flatMap((account) => (account === undefined ? [] : [account.key])))]
}

async function findOpenedWith(
  ctx: Context,
  { gateway_account: id }: OfDeposit,
): Promise<CryptomusAccount | undefined> {
  if (id === null) return findBasicAccount(ctx)
  const row = await findStoredAccount(ctx.db, id)
  return row && toAccount(ctx, row)
}

function toAccount(ctx: Context, row: SealedAccount): CryptomusAccount {
  return { url: row.url, merchant: row.merchant, key: keyOf(ctx, row), ...reachOf(ctx) }
}

export function keyOf(
  { secrets }: Pick<Context, 'secrets'>,
  { key_ciphertext: sealed }: SealedAccount,
): string {
  return secrets.open(gatewayKeyPurpose(gateway), sealed)
}

function reachOf({ config, metrics }: Context) {
  return {
    allowedNetworks: config.allowedNetworks,
    observe: metrics.observeCalls({ kind: 'gateway', name: gateway }),
  }
}

async function findSandboxAccount(db: Kysely<DB>, gateway: Gateway): Promise<SealedAccount | undefined> {
  return db
    .selectFrom('gateways')
    .select(['url', 'merchant', 'key_ciphertext'])
    .where('gateway', '=', gateway)
    .where('is_sandbox', '=', true)
    .executeTakeFirst()
}

export async function findStoredAccount(db: Kysely<DB>, id: number): Promise<StoredAccount | undefined> {
  return db.selectFrom('gateway_accounts').select(storedColumns).where('id', '=', id).executeTakeFirst()
}
