import type { Context } from '#server/context.ts'
import type { CryptomusAccount } from '#server/integrations/cryptomus/call-cryptomus.ts'

import { deleteSandboxGateways, findGatewayRow, saveGatewayRow } from './gateway-queries.ts'

export const gateways = ['cryptomus'] as const
export type Gateway = (typeof gateways)[number]

/** Our account at the gateway: the environment's, else the one kept in the database; undefined when neither is. */
export async function findGatewayAccount(
  { config, db, secrets }: Context,
  gateway: Gateway = 'cryptomus',
): Promise<CryptomusAccount | undefined> {
  if (config.cryptomus !== undefined) return config.cryptomus
  const row = await findGatewayRow(db, gateway)
  if (row === undefined) return undefined
  return {
    url: row.url,
    merchant: row.merchant,
    key: secrets.open(purposeOf(gateway), row.key_ciphertext),
  }
}

/** Keeps the sandbox's account in the database, so that every process pays there. One from the environment wins. */
export async function registerSandboxGateway(
  { db, secrets, news }: Context,
  { url, merchant, key }: CryptomusAccount,
): Promise<void> {
  await saveGatewayRow(db, {
    gateway: 'cryptomus',
    url: url.replace(/\/+$/, ''),
    merchant,
    key_ciphertext: secrets.seal(purposeOf('cryptomus'), key),
    is_sandbox: true,
  })
  news.tell({ topic: 'settings' })
}

/** Forgets it when the product runs without its sandbox: nobody should be sent there to pay. */
export async function retireSandboxGateway({ db, news }: Context): Promise<void> {
  if (await deleteSandboxGateways(db)) news.tell({ topic: 'settings' })
}

function purposeOf(gateway: Gateway): string {
  return `gateway-key:${gateway}`
}
