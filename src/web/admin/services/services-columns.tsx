import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import type { AdminService } from '#contract/catalogue/admin-services.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminServicesText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { Chip } from '#web/ui/text/badge.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'
import { type OpenedOver, withOpened } from './services-view.ts'
import { OnSaleSwitch } from '#web/admin/services/row/on-sale-switch.tsx'
import { ServiceRowActions } from '#web/admin/services/row/service-row-actions.tsx'

type RowActs = Pick<Parameters<typeof ServiceRowActions>[0], 'onMoved' | 'onCopied'> & {
  onChanged: () => Promise<void>
}

export function columnsOf(
  t: Say<typeof adminServicesText>,
  { onMoved, onChanged, onCopied }: RowActs,
): Column<AdminService>[] {
  const columns: Column<AdminService>[] = [
    {
      key: 'id',
      heading: t('id'),
      narrow: 'second',
      cell: (service) => (
        <span className="flex items-center gap-2 text-13">
          <span className="figures text-ink-2">{service.id}</span>
          <span className="truncate text-ink-3 wide:hidden">{service.category.name}</span>
        </span>
      ),
    },
    {
      key: 'name',
      heading: t('name'),
      narrow: 'whole',
      className: 'rows:w-full rows:max-w-0',
      cell: (service) => <NameCell service={service} />,
    },
    {
      key: 'category',
      heading: t('category'),
      cell: ({ category }) => (
        <span className="line-clamp-2 w-28 text-13 text-ink-2 wrap-anywhere" title={category.name}>
          {category.name}
        </span>
      ),
    },
    {
      key: 'platform',
      heading: t('platform'),
      cell: ({ platform }) => <span className="text-13 whitespace-nowrap text-ink-2">{platform}</span>,
    },
    {
      key: 'rate',
      heading: t('rate'),
      align: 'end',
      narrow: 'end',
      cell: (service) => <RateCell service={service} />,
    },
    {
      key: 'range',
      heading: t('range'),
      align: 'end',
      narrow: 'second-end',
      cell: (service) => <RangeCell service={service} />,
    },
    {
      key: 'sale',
      heading: t('on_sale'),
      cell: (service) => <OnSaleSwitch service={service} onChanged={onChanged} />,
    },
    {
      key: 'actions',
      heading: t('actions'),
      align: 'end',
      className: 'whitespace-nowrap',
      cell: (service) => <ServiceRowActions service={service} onMoved={onMoved} onCopied={onCopied} />,
    },
  ]
  // Rows are moved within one category, which is named above the list, and the move buttons need the space.
  return onMoved === undefined
    ? columns
    : columns.filter(({ key }) => key !== 'category' && key !== 'platform')
}

function NameCell({ service }: { service: AdminService }) {
  const t = useText(adminServicesText)
  const { id, name, is_active: isActive, note } = service
  const isBelow =
    service.original_rate !== null && service.original_rate > service.rate && !service.below_cost
  return (
    <span className="grid min-w-0 gap-y-1 wide:min-w-56 wide:gap-y-0.5 wide:py-1">
      <OpenLink
        opened={{ dialog: 'edit', id }}
        title={name}
        className={cx(
          'line-clamp-2 min-w-0 leading-snug font-semibold wrap-anywhere hover:underline',
          !isActive && 'text-ink-3',
        )}
      >
        {name}
      </OpenLink>
      {/* Below the name: next to it they would leave no space for its distinguishing part. */}
      <span className="flex flex-wrap gap-x-2 gap-y-1 empty:hidden">
        {!isActive && <Chip>{t('off_sale')}</Chip>}
        {note !== null && <Chip tone="bad">{t('not_understood')}</Chip>}
        {isActive && isBelow && <Chip tone="bad">{t('below_cost')}</Chip>}
        {service.supplies === 0 && service.by_hand && <Chip tone="petrol">{t('byHandShort')}</Chip>}
        {service.supplies === 0 && !service.by_hand && <Chip tone="foil">{t('unsupplied')}</Chip>}
        {service.supplies > 1 && <Chip tone="petrol">{t('supplyCount', { count: service.supplies })}</Chip>}
      </span>
    </span>
  )
}

function OpenLink(props: { opened: OpenedOver; title: string; className: string; children: ReactNode }) {
  const { search } = useLocation()
  return (
    <Link
      to={{ search: withOpened(search, props.opened) }}
      state={keepsFocus}
      preventScrollReset
      title={props.title}
      className={cx(props.className, rowLinkClass)}
    >
      {props.children}
    </Link>
  )
}

/** Spec §2: the rate with 4 decimals, the cost struck through, and the markup. */
function RateCell({ service: { rate, original_rate: cost, markup_percentage: markup } }: Row) {
  const t = useText(adminServicesText)
  const format = useFormat()
  return (
    <span className="grid justify-items-end leading-tight">
      <MoneyText amount={rate} decimals={4} className="text-14 font-semibold" />
      {cost !== null && (
        <span className="flex flex-row-reverse items-baseline gap-1.5 text-12 text-ink-3">
          <s aria-label={t('cost', { amount: format.money(cost, 4) })} className="figures">
            {format.money(cost, 4)}
          </s>
          {markup !== null && (
            <span className={cx('figures', markup < 0 ? 'text-bad' : 'text-ok')}>
              {markup >= 0 && '+'}
              {format.number(Math.round(markup * 10) / 10)}%
            </span>
          )}
        </span>
      )}
    </span>
  )
}

type Row = { service: AdminService }

function RangeCell({ service: { min, max } }: Row) {
  const format = useFormat()
  return (
    <span className="figures text-13 whitespace-nowrap text-ink-2">
      {format.number(min)}-{format.number(max)}
    </span>
  )
}
