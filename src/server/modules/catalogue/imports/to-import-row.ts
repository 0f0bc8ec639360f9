import { MONEY_MAX } from '#contract/base/money.ts'
import type { NameRule } from '#contract/catalogue/name-rules.ts'
import { guessPlatform } from '#contract/catalogue/guess-platform.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { cleanName } from '#server/modules/catalogue/names/clean-name.ts'
import { priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'
import type { SuppliedService } from '#server/modules/catalogue/supplies/write-supplied-services.ts'
import type { PanelService } from '#server/integrations/panels/read-services.ts'

import { type Blocked, isCategoryBlocked } from '#server/modules/settings/blocked.ts'

import type { Untaken } from './import-reasons.ts'

import type { Say } from './to-english.ts'
import { toPlainLine, toPlainText } from './to-plain-text.ts'

export type ImportTerms = {
  usdPerUnit: string
  markupBasisPoints: number
  platform: string | undefined
  /** What the operator does not sell. */
  blocked: Blocked
  /** What the operator does to names. */
  nameRules: readonly NameRule[]
}

const INTEGER_MAX = 2_147_483_647

/**
 * The row, or why it can not be priced or counted. A type that is not known is kept as the provider wrote it: such a
 * service is not on sale, since nobody knows what to ask its customers for.
 */
export function toImportRow(
  offered: PanelService,
  { position, terms, say }: { position: number; terms: ImportTerms; say: Say },
): SuppliedService | Untaken {
  const type = toServiceType(offered.type)
  const untaken = (code: Untaken['code'], word: string) => ({ code, service: offered.service, word })
  const { cost, rate } = priceSupply({ ...terms, cost: offered.rate })
  if (rate > MONEY_MAX || cost > MONEY_MAX) return untaken('too_expensive', offered.rate)
  const name = cleanName(terms.nameRules, toPlainLine(say(toPlainLine(offered.name, 500)), 500))
  if (name === '') return untaken('no_name', offered.name.slice(0, 60).toWellFormed())
  // One package is one, whatever a provider writes there.
  const isPackage = type !== undefined && rulesOf(type).quantity === 'one'
  const min = isPackage ? 1 : offered.min
  const max = isPackage ? 1 : Math.min(offered.max, INTEGER_MAX)
  if (max < 1 || min > max) return untaken('no_range', `${offered.min}-${offered.max}`)
  const category = toPlainLine(say(toPlainLine(offered.category, 200)), 200)
  const original = toPlainLine(offered.category, 200)
  if ([category, original].some((one) => isCategoryBlocked(terms.blocked, one)))
    return untaken('category_blocked', category)
  const platform = terms.platform ?? guessPlatform(name, category)
  return {
    providerService: offered.service,
    name,
    nameOriginal: offered.name,
    description: say(toPlainText(offered.description)).slice(0, 20_000).toWellFormed(),
    category: category === '' ? platform : category,
    platform,
    type: type ?? offered.type,
    isSold: type !== undefined,
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
