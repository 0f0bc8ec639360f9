import { AppError } from '#contract/base/errors.ts'
import type { Provider } from '#contract/providers/providers.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import {
  findProviderRow,
  findProviderToChange,
  lockProvider,
} from '#server/modules/providers/providers-queries.ts'
import type { Terms } from '#server/modules/providers/terms-listener.ts'

import { toProvider } from './present-provider.ts'

/** The provider as staff see it. Throws `provider_not_found`. */
export async function getProvider({ db }: Pick<Context, 'db'>, id: number): Promise<Provider> {
  const row = await findProviderRow(db, id)
  if (row === undefined) throw new AppError('provider_not_found')
  return toProvider(row)
}

/** The provider's terms, locked until the tx ends; a preview locks nothing. Throws `provider_not_found`. */
export async function lockTerms(tx: Tx, id: number, { isPreview }: { isPreview: boolean }): Promise<Terms> {
  const row = await (isPreview ? findProviderToChange(tx, id) : lockProvider(tx, id))
  if (row === undefined) throw new AppError('provider_not_found')
  return row
}
