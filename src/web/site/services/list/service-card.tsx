import { type CSSProperties, memo } from 'react'
import { isPackage } from '#contract/catalogue/package-types.ts'
import { priceOf, quantityBounds } from '#contract/orders/order-rules.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { StarButton } from '#web/parts/favourites/star-button.tsx'
import { LinkButton } from '#web/ui/page/button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { OwnRateReason, StruckRate } from '#web/parts/wallet/rate-note.tsx'
import { useOwnRates } from '#web/parts/wallet/use-own-rates.ts'
import { Highlight } from '#web/parts/catalogue/names/highlight.tsx'
import { partsOf } from '#web/parts/catalogue/names/name-parts.ts'
import { orderPath } from '#web/parts/catalogue/service/order-path.ts'
import type { ReadName } from '#web/parts/catalogue/names/read-name.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { ServiceChips } from '#web/parts/catalogue/service/service-chips.tsx'
import { ServiceDescription } from '#web/parts/catalogue/service/service-description.tsx'
import { ServiceTitle } from '#web/parts/catalogue/service/service-title.tsx'

type ServiceCardProps = {
  service: IndexedService
  /** Its name as displayed among its neighbours. */
  readName: ReadName
  /** Undefined while loading: its line is reserved. */
  description: string | undefined
  /** The link that it will be ordered for, if known. */
  link?: string | undefined
  /** The row shows the price of this quantity. */
  quantity: number | undefined
  /** Its category is shown above it. */
  isInCategory: boolean
}

/**
 * One service of a list, in three short lines: name, properties, and the start of its description. Re-renders only when
 * one of these changes, not when the surrounding results do.
 */
export const ServiceCard = memo(function ServiceCard({
  service,
  readName: { title, chips },
  description,
  link,
  quantity,
  isInCategory,
}: ServiceCardProps) {
  const t = useText(catalogueText)
  const { id, name, platform, category } = service
  const Heading = isInCategory ? 'h3' : 'h2'
  return (
    <article
      data-service={id}
      className="grid gap-x-5 gap-y-1.5 border-b border-line px-4 py-1.5 max-wide:grid-cols-[minmax(0,1fr)_7.5rem] max-wide:py-2.5 wide:grid-cols-[minmax(0,1fr)_15rem_7.5rem]"
    >
      <div className="flex min-w-0 items-start gap-2 max-wide:col-span-2">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <Heading className="font-text text-15 leading-5 font-semibold">
            <ServiceTitle
              title={title}
              original={name}
              platform={platform}
              className="line-clamp-3 wrap-anywhere wide:line-clamp-2"
            />
          </Heading>
          <div className="flex h-5 flex-wrap items-center gap-x-1.5 overflow-hidden text-13 leading-5 text-ink-3">
            <span className="figures">
              <Highlight text={String(id)} />
            </span>
            <ServiceChips service={service} chips={chips} />
            {!isInCategory && <bdi className="min-w-0 truncate">{partsOf(category.name).join(' · ')}</bdi>}
          </div>
          <div className="min-h-4.5 text-13 text-ink-2">
            {description !== undefined && description !== '' && (
              <ServiceDescription text={description} isOneLine />
            )}
          </div>
        </div>
        <StarButton id={id} name={name} className="-mt-1.5 -me-2" />
      </div>
      <Terms service={service} quantity={quantity} />
      <LinkButton
        to={orderPath(id, link)}
        tone="secondary"
        size="small"
        aria-label={t('orderNowOf', { name })}
        isWide
        className="self-center"
      >
        {t('orderNow')}
      </LinkButton>
    </article>
  )
})

/** Its rate, and the min and max quantity. */
function Terms({ service, quantity }: { service: IndexedService; quantity: number | undefined }) {
  const t = useText(catalogueText)
  const format = useFormat()
  const rate = rateFor(service, useOwnRates())
  const isWhole = isPackage(service.type)
  return (
    <div className="grid content-start gap-0.5 wide:justify-items-end">
      <p className="flex flex-wrap items-baseline gap-x-2 leading-5">
        <StruckRate service={service} />
        <MoneyText amount={rate} decimals={4} className="text-17 font-medium" />
        <span className="text-13 text-ink-3 wide:min-w-18 wide:text-end">
          {isWhole ? t('ratePerPackage') : t('ratePer1000')}
        </span>
      </p>
      <div className="text-12 empty:hidden">
        <OwnRateReason service={service} />
      </div>
      {!isWhole && (
        <dl className="flex flex-wrap gap-x-3 text-13">
          <Bound label={t('min')} value={format.number(Math.max(1, service.min))} />
          <Bound label={t('max')} value={format.number(service.max)} />
        </dl>
      )}
      {!isWhole && quantity !== undefined && <PriceFor service={service} rate={rate} quantity={quantity} />}
    </div>
  )
}

type PriceForProps = { service: IndexedService; rate: bigint; quantity: number }

/** The price of the quantity, or the bounds if the service does not allow it. */
function PriceFor({ service, rate, quantity }: PriceForProps) {
  const t = useText(catalogueText)
  const { number } = useFormat()
  const { min, max } = quantityBounds(service)
  const isTaken = quantity >= min && quantity <= max
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-13 text-ink-3" style={tailsFor(quantity)}>
      {t('priceFor', { count: number(quantity) })}
      {isTaken ? (
        <MoneyText
          amount={priceOf(service.type, rate, quantity)}
          className="text-15 font-semibold text-ink"
        />
      ) : (
        <span className="text-ink-2">{t('takesOnly', { min: number(min), max: number(max) })}</span>
      )}
    </p>
  )
}

/** The most decimals that any rate (with 4) gives for the quantity: aligns the decimal points of all rows. */
function tailsFor(quantity: number): CSSProperties {
  const zeros = /0*$/.exec(String(quantity))?.[0].length ?? 0
  return { '--tail': 5 - Math.min(3, zeros) } as CSSProperties // a property of ours
}

function Bound({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex gap-1">
      <dt className="text-ink-3">{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  )
}
