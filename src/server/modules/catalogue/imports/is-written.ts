import type { Snapshot } from '#server/modules/catalogue/supplies/imported-services.ts'
import type { SuppliedService } from '#server/modules/catalogue/supplies/write-supplied-services.ts'

import type { RunningImport } from './imports-queries.ts'

/**
 * Whether writing it would change nothing: most of a list that is imported again. Whatever is not certain is written, which
 * makes the same of it.
 */
export function isWritten(
  row: SuppliedService,
  was: Snapshot | undefined,
  { platform, markup_basis_points: markup }: Pick<RunningImport, 'platform' | 'markup_basis_points'>,
): boolean {
  if (was === undefined || was.is_deleted || platform !== null || !row.isSold) return false
  const is = was.snapshot
  const isServiceSame =
    is.name === row.name &&
    is.name_original === row.nameOriginal &&
    (row.description === '' || is.description === row.description) &&
    (row.averageTime === null || is.average_time === row.averageTime) &&
    is.type === row.type &&
    BigInt(is.rate) === row.rate &&
    is.min === row.min &&
    is.max === row.max &&
    is.refill === row.refill &&
    is.cancel === row.cancel &&
    is.dripfeed === row.dripfeed
  const isSupplySame =
    BigInt(is.cost_rate) === row.cost &&
    is.cost_own === Number(row.costOwn) &&
    is.markup_basis_points === markup &&
    is.supply_is_active
  return isServiceSame && isSupplySame
}
