import type { Money } from '#contract/base/money.ts'
import { isPackage } from '#contract/catalogue/package-types.ts'
import type { ReadName } from '#web/parts/catalogue/names/read-name.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { ServiceTitle } from '#web/parts/catalogue/service/service-title.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'

type OfferedServiceProps = {
  service: IndexedService
  readName: ReadName
  /** Whether services of other platforms are listed too. */
  saysPlatform?: boolean
  /** The customer's own rate. */
  rate: Money
  /** Its properties, in up to two lines. */
  said: readonly string[]
  onChoose: () => void
}

/** A row that selects its service. */
export function OfferedService({
  service,
  readName: { title },
  saysPlatform = false,
  rate,
  said,
  onChoose,
}: OfferedServiceProps) {
  const t = useText(catalogueText)
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-11 w-full items-center justify-between gap-4 px-3 py-1.5 text-start transition-colors duration-120 hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="grid min-w-0">
        <ServiceTitle
          title={title}
          original={service.name}
          platform={service.platform}
          saysPlatform={saysPlatform}
          className="line-clamp-2 wrap-anywhere"
        />
        {said.length > 0 && <bdi className="line-clamp-2 text-13 text-ink-3">{said.join(' · ')}</bdi>}
      </span>
      <span className="grid shrink-0 justify-items-end">
        <MoneyText amount={rate} decimals={4} />
        <span className="text-12 text-ink-3">
          {isPackage(service.type) ? t('ratePerPackage') : t('ratePer1000')}
        </span>
      </span>
    </button>
  )
}
