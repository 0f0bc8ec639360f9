import { MONEY_MAX } from '#contract/money.ts'
import { guessPlatform } from '#contract/platforms.ts'
import { rulesOf, toServiceType } from '#contract/service-types.ts'
import type { SuppliedService } from '#server/catalogue/write-supplied-services.ts'
import type { PanelService } from '#server/integrations/panel-api/read-services.ts'

import { priceImport } from './price-import.ts'
import { toPlainLine, toPlainText } from './to-plain-text.ts'

export type ImportTerms = { usdPerUnit: string; markupBasisPoints: number; platform: string | undefined }

const INTEGER_MAX = 2_147_483_647

/** The row, `unsupported` for a type that is not sold, or `malformed` for what can not be priced or counted. */
export function toImportRow(
  offered: PanelService,
  position: number,
  terms: ImportTerms,
): SuppliedService | 'unsupported' | 'malformed' {
  const type = toServiceType(offered.type)
  if (type === undefined) return 'unsupported'
  const { cost, rate } = priceImport({ ...terms, cost: offered.rate })
  if (rate > MONEY_MAX || cost > MONEY_MAX) return 'malformed'
  const name = toPlainLine(offered.name, 500)
  if (name === '') return 'malformed'
  // One package is one, whatever a provider writes there.
  const isPackage = rulesOf(type).quantity === 'one'
  const min = isPackage ? 1 : offered.min
  const max = isPackage ? 1 : Math.min(offered.max, INTEGER_MAX)
  if (max < 1 || min > max) return 'malformed'
  const category = toPlainLine(offered.category, 200)
  const platform = terms.platform ?? guessPlatform(name, category)
  return {
    providerService: offered.service,
    name,
    nameOriginal: offered.name,
    description: toPlainText(offered.description).slice(0, 20_000).toWellFormed(),
    category: category === '' ? platform : category,
    platform,
    type,
    cost,
    rate,
    min,
    max,
    refill: offered.refill,
    cancel: offered.cancel,
    dripfeed: offered.dripfeed,
    averageTime: offered.averageTime === undefined ? null : toPlainLine(offered.averageTime, 60) || null,
    position,
  }
}
