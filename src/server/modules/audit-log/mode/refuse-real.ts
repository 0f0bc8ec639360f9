import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { isLoopback } from '#server/boot/config-addresses.ts'
import type { Context } from '#server/context.ts'
import { isAllowedAddress } from '#server/lib/http/outbound/allowed-addresses.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Throws `state_conflict` for a provider or gateway outside this machine while the database is in sandbox mode. */
export async function refuseReal(db: Kysely<DB>, url: string): Promise<void> {
  if (!(await canConnectTo(db, url))) throw new AppError('state_conflict', { reason: 'play_money' })
}

/** Whether `url` would not be refused. */
export async function canConnectTo(db: Kysely<DB>, url: string): Promise<boolean> {
  return isSandboxAddress(url) || !(await isSandboxMode(db))
}

/** Whether any provider could be added: in sandbox mode only one on this machine, if its addresses may be called. */
export async function canConnect({ db, config }: Pick<Context, 'db' | 'config'>): Promise<boolean> {
  return isAllowedAddress('127.0.0.1', config.allowedNetworks) || !(await isSandboxMode(db))
}

/** The sandbox and test servers listen on loopback only; no real provider or gateway does. */
export function isSandboxAddress(url: string): boolean {
  const address = URL.parse(url)
  return address !== null && isLoopback(address.hostname)
}

async function isSandboxMode(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('database_mode').select('mode').executeTakeFirst()
  return row?.mode === 'sandbox'
}
