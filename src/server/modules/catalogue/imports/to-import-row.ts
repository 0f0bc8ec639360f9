import { invalidFields } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { MONEY_MAX } from '#contract/base/money.ts'
import { guessPlatform } from '#contract/catalogue/guess-platform.ts'
import type { NameRule } from '#contract/catalogue/name-rules.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import type { PanelService } from '#server/integrations/panels/panel.ts'
import { cleanName } from '#server/modules/catalogue/names/clean-name.ts'
import { priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'
import { type Blocked, isCategoryBlocked } from '#server/modules/settings/blocked.ts'

import type { ImportRemark } from './import-reasons.ts'
import { isHeadingRow } from './is-heading-row.ts'
import type { Translate } from './to-english.ts'
import { toPlainLine, toPlainText } from './to-plain-text.ts'
import type { SuppliedService } from './write-supplied-services.ts'

type ImportTerms = {
  usdPerUnit: string
  markupBasisPoints: number
  platform: string | undefined
  /** Categories that the operator does not sell. */
  blocked: Blocked
  /** The operator's rules for cleaning names. */
  nameRules: readonly NameRule[]
}

const INTEGER_MAX = 2_147_483_647

/**
 * The row to write, or why the service cannot be imported. An unknown type is stored as the provider wrote it and not put
 * on sale, since nobody knows what to ask customers for; nor are headings, or services that cost nothing.
 */
export function toImportRow(
  offered: PanelService,
  { position, terms, translate }: { position: number; terms: ImportTerms; translate: Translate },
): SuppliedService | ImportRemark {
  const type = toServiceType(offered.type)
  const remark = (code: ImportRemark['code'], word: string) => ({ code, service: offered.service, word })
  const { cost, rate } = priceSupply({ ...terms, cost: offered.rate })
  if (rate > MONEY_MAX || cost > MONEY_MAX) return remark('too_expensive', offered.rate)
  const name = cleanName(terms.nameRules, toPlainLine(translate(toPlainLine(offered.name, 500)), 500))
  if (name === '') return remark('no_name', offered.name.slice(0, 60).toWellFormed())
  // A package's quantity is always 1, whatever the provider's range.
  const isPackage = type !== undefined && rulesOf(type).quantity === 'one'
  const min = isPackage ? 1 : offered.min
  const max = isPackage ? 1 : Math.min(offered.max, INTEGER_MAX)
  if (max < 1 || min > max) return remark('no_range', `${offered.min}-${offered.max}`)
  const category = toPlainLine(translate(toPlainLine(offered.category, 200)), 200)
  const original = toPlainLine(offered.category, 200)
  if ([category, original].some((one) => isCategoryBlocked(terms.blocked, one)))
    return remark('category_blocked', category)
  const platform = terms.platform ?? guessPlatform(name, category)
  const isHeading = isHeadingRow(toPlainLine(offered.name, 500)) || cost === 0n
  const unsold = type === undefined ? 'type_not_understood' : isHeading ? 'heading' : null
  return {
    providerService: offered.service,
    name,
    nameOriginal: offered.name,
    description: translate(toPlainText(offered.description)).slice(0, 20_000).toWellFormed(),
    category: category === '' ? platform : category,
    platform,
    type: type ?? offered.type,
    unsold,
    costOwn: offered.rate,
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

/** Refuses more than 2 decimals rather than rounding them. */
export function toMarkupBasisPoints(percentage: number | undefined): number {
  if (percentage === undefined) return limits.markupBasisPointsDefault
  const points = Math.round(percentage * 100)
  if (Math.abs(points - percentage * 100) > 1e-6)
    throw invalidFields({ markupPercentage: { code: 'markup_decimals', max: 2 } })
  return points
}
