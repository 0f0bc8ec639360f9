import type { Service } from '#contract/catalogue/catalogue.ts'
import { priceOf, quantityBounds } from '#contract/orders/order-rules.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { PlatformIcon } from '#web/parts/catalogue/service/platform-icon.tsx'
import { partsOf } from '#web/parts/catalogue/names/name-parts.ts'
import { type ReadName, readNameAmong } from '#web/parts/catalogue/names/read-name.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { pricingText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { takes } from './price-query.ts'

type PriceTableProps = { services: readonly Service[]; quantity: number }

/** Every row with the price of the quantity that was asked for. On a phone a row has two lines. */
export function PriceTable({ services, quantity }: PriceTableProps) {
  const t = useText(pricingText)
  const { number } = useFormat()
  const head = 'px-3 py-2 text-13 font-normal text-ink-3'
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- laid out otherwise on a phone, it loses its own */}
      <table role="table" className="w-full max-wide:block">
        <caption className="sr-only">{t('title')}</caption>
        <thead className="max-wide:sr-only">
          <tr className="border-b border-line">
            <th scope="col" className={`${head} text-start`}>
              {t('service')}
            </th>
            <th scope="col" className={`${head} text-end`}>
              {t('rate')}
            </th>
            <th scope="col" className={`${head} text-end`}>
              {t('bounds')}
            </th>
            <th scope="col" className={`${head} text-end`}>
              {t('priceFor', { count: number(quantity) })}
            </th>
            <th scope="col">
              <span className="sr-only">{t('order')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-wide:block">
          {services.map((service, at) => (
            <PriceRow
              key={service.id}
              service={service}
              readName={readNameAmong(services, at)}
              quantity={quantity}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type PriceRowProps = { service: Service; readName: ReadName; quantity: number }

function PriceRow({ service, readName: { title, chips }, quantity }: PriceRowProps) {
  const t = useText(pricingText)
  const { number, money } = useFormat()
  const { rateIsPrice, quantity: counted } = rulesOf(service.type)
  const bounds = quantityBounds(service)
  const said = { min: number(bounds.min), max: number(bounds.max) }
  const about = [...chips.map(({ text }) => text), partsOf(service.category.name).join(' · ')].join(' · ')
  const cell = 'px-3 py-2.5 align-middle max-wide:p-0'
  return (
    <tr className="border-b border-line last:border-b-0 max-wide:grid max-wide:grid-cols-[minmax(0,1fr)_auto] max-wide:items-center max-wide:gap-x-4 max-wide:gap-y-1 max-wide:px-4 max-wide:py-3">
      <th scope="row" className={`${cell} min-w-0 text-start font-normal`}>
        <span className="flex items-start gap-2 font-semibold" title={service.name}>
          <PlatformIcon platform={service.platform} className="mt-px" />
          <bdi className="line-clamp-2 wrap-anywhere">{title}</bdi>
        </span>
        <span className="line-clamp-1 text-13 wrap-anywhere text-ink-3">
          <span className="figures">{service.id}</span> · <bdi>{about}</bdi>
        </span>
      </th>
      <td className={`${cell} text-end max-wide:col-start-1 max-wide:row-start-2 max-wide:text-start`}>
        <MoneyText amount={service.rate} className="font-medium" />{' '}
        <span className={rateIsPrice ? 'text-13 text-ink-3' : 'text-13 text-ink-3 wide:hidden'}>
          {rateIsPrice ? t('perPackage') : t('rate')}
        </span>
      </td>
      <td className={`${cell} figures text-end text-13 text-ink-2 max-wide:hidden`}>
        {counted === 'one' ? '—' : `${said.min}–${said.max}`}
      </td>
      <td className={`${cell} text-end max-wide:col-start-2 max-wide:row-start-1`}>
        {rateIsPrice || takes(service, quantity) ? (
          <MoneyText
            amount={priceOf(service.type, service.rate, quantity)}
            className="text-17 font-semibold"
          />
        ) : (
          <span className="text-13 text-ink-3">{t('notFor', said)}</span>
        )}
      </td>
      <td className={`${cell} text-end max-wide:col-start-2 max-wide:row-start-2`}>
        <LinkButton
          to={`/new-order?service=${service.id}`}
          tone="secondary"
          size="small"
          aria-label={`${t('orderOf', { name: service.name })}, ${money(service.rate)}`}
        >
          {t('order')}
        </LinkButton>
      </td>
    </tr>
  )
}
