import type { Context } from '#server/context.ts'
import { isAllowedAddress } from '#server/lib/http/outbound/public-address.ts'

import { isPlayMoney } from './refuse-real.ts'

/**
 * Whether any provider could be added: to play money none is but from this machine, whose addresses are only called where the
 * operator allows it.
 */
export async function canConnect({ db, config }: Pick<Context, 'db' | 'config'>): Promise<boolean> {
  return isAllowedAddress('127.0.0.1', config.allowedNetworks) || !(await isPlayMoney(db))
}
