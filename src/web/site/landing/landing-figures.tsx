import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { getFigures } from '#contract/reports/reports.ts'
import type { PublicConfig } from '#contract/settings/public-config.ts'
import { formatIn } from '#contract/base/format.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { landingText } from './texts.en.ts'
import { siteText } from '#web/parts/landing/texts.en.ts'
import { inLanguage } from '#web/platform/i18n/table.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { ClaimList } from '#web/parts/site/claims.tsx'

export type Figures = AnswerOf<typeof getFigures>

type ShownFigures = {
  claims: PublicConfig['claims']
  services: number
  platforms: number
  figures: Figures | undefined
}

/** The operator's figures or, if there are none, real counts. Zeros are not shown. */
export function ShopFigures({ claims, services, platforms, figures }: ShownFigures) {
  const t = useText(siteText)
  const own = useText(landingText)
  const language = useLanguage()
  const { number, pluralRule } = formatIn(language)
  const isClaimed = claims.length > 0
  const counted = [
    ['countedServices', services],
    ['countedPlatforms', platforms],
    ['countedOrders', figures?.orders ?? 0],
    ['countedCompleted', figures?.completed ?? 0],
  ] as const
  const shown = isClaimed
    ? claims
    : counted
        .filter(([, count]) => count > 0)
        .map(([key, count]) => {
          const forms: Partial<Record<Intl.LDMLPluralRule, string>> = inLanguage(language, landingText)[key]
          return { value: number(count), label: forms[pluralRule(count)] ?? forms.other ?? '' }
        })
  if (shown.length === 0) return null
  return (
    <section
      id="figures"
      data-anchor
      aria-label={t('claimsTitle')}
      className="later-79 border-b border-line bg-surface wide:later-48"
    >
      <div className="mx-auto grid max-w-content gap-4 px-4 py-10 wide:px-7">
        <ClaimList claims={shown} />
        {!isClaimed && <p className="text-13 text-ink-3">{own('counted')}</p>}
      </div>
    </section>
  )
}
