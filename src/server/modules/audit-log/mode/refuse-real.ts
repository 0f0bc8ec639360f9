import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { isPlayAddress } from './is-play-address.ts'
import { findSandboxUrls } from './world-queries.ts'

/**
 * Throws `state_conflict` where the money is play money and `url` is not the sandbox's: balances that cost nobody
 * anything would buy there, or real money would stand among them. A database that no start of the product has settled
 * yet is nobody's.
 */
export async function refuseReal(db: Kysely<DB>, url: string): Promise<void> {
  if ((await findReal(db, [url])).length > 0) throw new AppError('state_conflict', { reason: 'play_money' })
}

/** Whether this database was settled to be of play money. */
export async function isPlayMoney(db: Kysely<DB>): Promise<boolean> {
  return (await findSandboxUrls(db)) !== undefined
}

/** Of these addresses, those that have no place here, as above. */
export async function findReal(db: Kysely<DB>, urls: readonly string[]): Promise<string[]> {
  const sandboxUrls = await findSandboxUrls(db)
  if (sandboxUrls === undefined) return []
  return urls.filter((url) => !isPlayAddress(url, sandboxUrls))
}
