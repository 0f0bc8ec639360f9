import type { Context } from '#server/context.ts'
import type { CryptomusAccount } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'
import { readGatewaySetting } from '#server/modules/settings/gateway-setting.ts'

import {
  findKeptAccount,
  findSandboxAccount,
  type Gateway,
  type KeptAccount,
  type StoredAccount,
} from './gateway-queries.ts'

const gateway: Gateway = 'cryptomus'

/** What a stored key is sealed for. */
export function gatewayKeyPurpose(of: string): string {
  return `gateway-key:${of}`
}

/**
 * Our account at the gateway: the one that the operator entered, else the environment's, else the sandbox's. It is
 * there while no new deposit may be opened, too.
 */
export async function findGatewayAccount(ctx: Context): Promise<CryptomusAccount | undefined> {
  return toOwn(ctx, await readGatewaySetting(ctx))
}

/** The one that customers are sent to pay at; undefined where the operator turned the gateway off. */
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

/** What the machine was started with. */
async function findBasicAccount(ctx: Context): Promise<CryptomusAccount | undefined> {
  const { cryptomus, cryptomusUrl } = ctx.config
  if (cryptomus !== undefined) return { ...cryptomus, url: cryptomusUrl, ...reachOf(ctx) }
  const row = await findSandboxAccount(ctx.db, gateway)
  if (row === undefined) return undefined
  // The sandbox's own address may lie on loopback, and is never taken from a form.
  return { ...opened(ctx, row), allowedOrigin: URL.parse(row.url)?.origin }
}

type Of = { gateway_account: number | null }

/**
 * The account that a deposit was opened with. Where that is still our merchant, with the key of now: a gateway takes
 * the newest alone.
 */
export async function findAccountOf(ctx: Context, deposit: Of): Promise<CryptomusAccount | undefined> {
  const current = await findGatewayAccount(ctx)
  const own = await findOpenedWith(ctx, deposit)
  if (own === undefined || current === undefined) return own ?? current
  return own.merchant === current.merchant && own.url === current.url ? current : own
}

/** The keys that the gateway's word about a deposit may be signed with; about none that is known here, the key of now. */
export async function listSigningKeys(ctx: Context, deposit: Of | undefined): Promise<string[]> {
  const current = await findGatewayAccount(ctx)
  const own = deposit === undefined ? undefined : await findOpenedWith(ctx, deposit)
  return [...new Set([current, own].flatMap((account) => (account === undefined ? [] : [account.key])))]
}

async function findOpenedWith(
  ctx: Context,
  { gateway_account: id }: Of,
): Promise<CryptomusAccount | undefined> {
  if (id === null) return findBasicAccount(ctx)
  const row = await findKeptAccount(ctx.db, id)
  return row && opened(ctx, row)
}

/** The row that keeps this very account, its key included. */
export function findRowOf(
  ctx: Pick<Context, 'secrets'>,
  rows: readonly KeptAccount[],
  { url, merchant, key }: CryptomusAccount,
): KeptAccount | undefined {
  return rows.find((row) => row.url === url && row.merchant === merchant && keyOf(ctx, row) === key)
}

function opened(ctx: Context, row: StoredAccount): CryptomusAccount {
  return { url: row.url, merchant: row.merchant, key: keyOf(ctx, row), ...reachOf(ctx) }
}

function keyOf({ secrets }: Pick<Context, 'secrets'>, { key_ciphertext: sealed }: StoredAccount): string {
  return secrets.open(gatewayKeyPurpose(gateway), sealed)
}

function reachOf({ config, metrics }: Context) {
  return {
    allowedNetworks: config.allowedNetworks,
    observe: metrics.observeCalls({ kind: 'gateway', name: gateway }),
  }
}
