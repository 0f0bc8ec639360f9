import { useMemo } from 'react'
import type { LinkTarget } from '#contract/orders/link-target.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import { readNameAmong } from '#web/parts/catalogue/names/read-name.ts'
import { sayForLink } from '#web/parts/catalogue/search/say-for-link.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import type { ServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useOwnRates } from '#web/parts/wallet/use-own-rates.ts'
import { OfferedService } from './offered-service.tsx'

type LinkServicesProps = {
  index: ServiceIndex
  linked: LinkTarget
  onChoose: (service: IndexedService) => void
  /** Shows all of them in the picker. */
  onAll: () => void
}

/** The number with which the whole form fits on a screen. */
const shownMax = 4

/** Below a link that was entered first: services for it, cheapest first. */
export function LinkServices({ index, linked, onChoose, onAll }: LinkServicesProps) {
  const t = useText(newOrderText)
  const format = useFormat()
  const heading = sayForLink(useText(catalogueText), linked)
  const ownRates = useOwnRates()
  const { platform, kind } = linked
  const found = useMemo(
    () =>
      index.find(
        { text: '', linked: { platform, kind } },
        { sorting: '', rateOf: (service) => rateFor(service, ownRates) },
      ),
    [index, platform, kind, ownRates],
  )
  if (found.length === 0) return <p className="text-14 text-ink-3">{t('noneForLink', { platform })}</p>
  return (
    <section aria-label={heading} className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-3 py-2 text-13 text-ink-2">
        <h2 className="font-text text-13 font-semibold">{heading}</h2>
        {found.length > shownMax && (
          <button
            type="button"
            onClick={onAll}
            className="relative shrink-0 font-semibold text-petrol after:absolute after:-inset-2 hover:underline"
          >
            {t('showAll', { count: format.number(found.length) })}
          </button>
        )}
      </div>
      <ul className="grid">
        {found.slice(0, shownMax).map((service, at) => (
          <li key={service.id} className="border-b border-line last:border-0">
            <OfferedService
              service={service}
              readName={readNameAmong(found, at)}
              said={readNameAmong(found, at)
                .chips.slice(0, 3)
                .map(({ text }) => text)}
              rate={rateFor(service, ownRates)}
              onChoose={() => onChoose(service)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
