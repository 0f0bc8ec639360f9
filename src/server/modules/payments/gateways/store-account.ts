import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { CryptomusAccount } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'

import { findGatewayAccount, findRowOf, gatewayKeyPurpose } from './find-account.ts'
import {
  forgetIdleAccounts,
  insertKeptAccount,
  listKeptAccounts,
  noteAccountUsed,
} from './gateway-queries.ts'

const gateway = 'cryptomus'
const DAY_MS = 86_400_000
/** So long after the last deposit was through there, a gateway may still tell of a refund. */
const IDLE_DAYS = 30

/**
 * Keeps the account that a deposit is opened with, once, in the deposit's own tx. Answers its id; null for the sandbox's,
 * which has another address with every start and is found where it is now.
 */
export async function keepAccount(ctx: Context, tx: Tx, account: CryptomusAccount): Promise<number | null> {
  if (account.allowedOrigin !== undefined) return null
  const kept = findRowOf(ctx, await listKeptAccounts(tx, gateway), account)
  if (kept !== undefined) {
    await noteAccountUsed(tx, kept.id)
    return kept.id
  }
  // Two who do so at the same moment keep it twice, which is as good as once.
  const { url, merchant, key } = account
  const sealed = ctx.secrets.seal(gatewayKeyPurpose(gateway), key)
  return insertKeptAccount(tx, { gateway, account: { url, merchant, key_ciphertext: sealed } })
}

/** A key is kept no longer than a deposit needs it. */
export async function forgetAccounts(ctx: Context): Promise<void> {
  const account = await findGatewayAccount(ctx)
  const rows = await listKeptAccounts(ctx.db, gateway)
  const current = account && findRowOf(ctx, rows, account)?.id
  const now = ctx.clock()
  await forgetIdleAccounts(ctx.db, {
    current,
    now,
    before: new Date(now.getTime() - IDLE_DAYS * DAY_MS),
  })
}
