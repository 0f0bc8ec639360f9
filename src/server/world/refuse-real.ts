import type { Kysely } from 'kysely'

import { AppError } from '#contract/errors.ts'
import type { DB } from '#server/database/tables.ts'

import { isPlayAddress } from './is-play-address.ts'
import { findSandboxUrls } from './world-queries.ts'

/**
 * Throws `state_conflict` where the money is play money and `url` is not the sandbox's: balances that cost nobody
 * anything would buy there, or real money would stand among them. A database that no start of the product has settled
 * yet is nobody's.
 */
export async function refuseReal(db: Kysely<DB>, url: string): Promise<void> {
  const sandboxUrls = await findSandboxUrls(db)
  if (sandboxUrls !== undefined && !isPlayAddress(url, sandboxUrls))
    throw new AppError('state_conflict', { reason: 'play_money' })
}
