import type { Pool } from 'pg'

import { hasMerchant } from './settings-queries.ts'

/** Whether the operator entered an account at a gateway. By the pool, since main asks before it makes a context. */
export async function hasOwnGateway(pool: Pool): Promise<boolean> {
  return hasMerchant(pool)
}
