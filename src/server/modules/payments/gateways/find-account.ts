import type { Kysely } from 'kysely'

import { openFieldsOf } from '#contract/base/gateways/registry.ts'
import { isGatewayOn } from '#contract/settings/settings-of-gateways.ts'
import type { accountSources } from '#contract/payments/payment-methods.ts'
import type { Context } from '#server/context.ts'
import type { Gateway, GatewayAccount } from '#server/integrations/gateways/gateway.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { readGatewaySetting } from '#server/modules/settings/settings-with-secrets.ts'

import { openFields } from './sealed-fields.ts'

/** An account as stored; its fields are encrypted. */
export type SealedAccount = { url: string; fields_ciphertext: Buffer }
export type StoredAccount = SealedAccount & { id: number }

export const storedColumns = ['id', 'url', 'fields_ciphertext'] as const

/**
 * Our account at the gateway: the operator's, else the environment's, else the sandbox's. Also returned while the
 * gateway is turned off for new deposits.
 */
export async function findGatewayAccount(
  ctx: Context,
  gateway: Gateway,
): Promise<GatewayAccount | undefined> {
  return toOwn(ctx, gateway, await readGatewaySetting(ctx, gateway.data))
}

/** The account for new deposits; undefined if the gateway is turned off. */
export async function findAccountToPay(ctx: Context, gateway: Gateway): Promise<GatewayAccount | undefined> {
  const setting = await readGatewaySetting(ctx, gateway.data)
  const isOwn = (setting.fields ?? ctx.config.gateways[gateway.data.id]?.fields) !== undefined
  return isGatewayOn({ is_on: setting.isOn }, isOwn) ? toOwn(ctx, gateway, setting) : undefined
}

async function toOwn(
  ctx: Context,
  gateway: Gateway,
  { fields }: Awaited<ReturnType<typeof readGatewaySetting>>,
): Promise<GatewayAccount | undefined> {
  if (fields === undefined) return findBasicAccount(ctx, gateway)
  return { fields, url: urlOf(ctx, gateway, fields), ...reachOf(ctx, gateway) }
}

/** The environment's account, else the sandbox's. */
async function findBasicAccount(ctx: Context, gateway: Gateway): Promise<GatewayAccount | undefined> {
  const fields = ctx.config.gateways[gateway.data.id]?.fields
  if (fields !== undefined) return { fields, url: urlOf(ctx, gateway, fields), ...reachOf(ctx, gateway) }
  const row = await findSandboxAccount(ctx.db, gateway.data.id)
  if (row === undefined) return undefined
  // The sandbox may be on loopback; its address never comes from a form.
  return { ...toAccount(ctx, gateway, row), allowedOrigin: URL.parse(row.url)?.origin }
}

/** The source of the account that `findGatewayAccount` returns; undefined if there is none. */
export async function findAccountSource(
  ctx: Context,
  gateway: Gateway,
): Promise<(typeof accountSources)[number] | undefined> {
  if ((await readGatewaySetting(ctx, gateway.data)).fields !== undefined) return 'settings'
  if (ctx.config.gateways[gateway.data.id]?.fields !== undefined) return 'environment'
  return (await findSandboxAccount(ctx.db, gateway.data.id)) && 'sandbox'
}

type OfDeposit = { gateway: string; gateway_account: number | null }
export type Connection = { gateway: Gateway; account: GatewayAccount }

/**
 * The account that a deposit was opened with. If that is still our merchant, it has the current key, since a gateway
 * only accepts the newest. Undefined if the gateway or the account no longer exists.
 */
export async function findAccountOf(ctx: Context, deposit: OfDeposit): Promise<Connection | undefined> {
  const gateway = ctx.gateways.get(deposit.gateway)
  if (gateway === undefined) return undefined
  const current = await findGatewayAccount(ctx, gateway)
  const own = await findOpenedWith(ctx, gateway, deposit)
  const account = own !== undefined && !isSameMerchant(gateway, own, current) ? own : (current ?? own)
  return account && { gateway, account }
}

function isSameMerchant(
  { data }: Gateway,
  own: GatewayAccount,
  current: GatewayAccount | undefined,
): boolean {
  return (
    own.url === current?.url &&
    openFieldsOf(data).every((field) => own.fields[field] === current.fields[field])
  )
}

/** Accounts that may have signed a webhook for this deposit: the current one and the one it was opened with. */
export async function listSigningAccounts(
  ctx: Context,
  gateway: Gateway,
  deposit: OfDeposit | undefined,
): Promise<GatewayAccount[]> {
  const current = await findGatewayAccount(ctx, gateway)
  const own = deposit === undefined ? undefined : await findOpenedWith(ctx, gateway, deposit)
  return [current, own].filter((account) => account !== undefined)
}

async function findOpenedWith(
  ctx: Context,
  gateway: Gateway,
  { gateway_account: id }: OfDeposit,
): Promise<GatewayAccount | undefined> {
  if (id === null) return findBasicAccount(ctx, gateway)
  const row = await findStoredAccount(ctx.db, id)
  return row && toAccount(ctx, gateway, row)
}

function toAccount(ctx: Context, gateway: Gateway, row: SealedAccount): GatewayAccount {
  const { url, fields_ciphertext: sealed } = row
  return { url, fields: openFields(ctx.secrets, gateway.data, sealed), ...reachOf(ctx, gateway) }
}

/** A URL in the fields is safe: changing any of them requires the secrets again. */
function urlOf(
  { config }: Context,
  { data, url }: Gateway,
  fields: Readonly<Record<string, string>>,
): string {
  const own = fields['url']?.replace(/\/+$/, '')
  return own ?? config.gateways[data.id]?.url ?? url
}

function reachOf({ config, metrics }: Context, { data }: Gateway) {
  return {
    allowedNetworks: config.allowedNetworks,
    observe: metrics.observeCalls({ kind: 'gateway', name: data.id }),
  }
}

async function findSandboxAccount(db: Kysely<DB>, gateway: string): Promise<SealedAccount | undefined> {
  return db
    .selectFrom('gateways')
    .select(['url', 'fields_ciphertext'])
    .where('gateway', '=', gateway)
    .where('is_sandbox', '=', true)
    .executeTakeFirst()
}

async function findStoredAccount(db: Kysely<DB>, id: number): Promise<StoredAccount | undefined> {
  return db.selectFrom('gateway_accounts').select(storedColumns).where('id', '=', id).executeTakeFirst()
}
