import { lazy } from 'react'
import type { NamedKey } from '#contract/base/fields.ts'
import type { OrderCounts } from '#contract/orders/orders.ts'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { orderListText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { OnDemand } from '#web/ui/dialog/on-demand.tsx'
import { usePageNumber, useUrlState } from '#web/ui/url/use-url-state.ts'
import { UrlSearch, UrlSelect } from '#web/ui/fields/url-fields.tsx'
import { countOf } from './count-of.ts'
import { MoreButton } from './more-button.tsx'
import { buttonStatuses, moreStatuses, statusesIn, withStatus } from './orders-filter.ts'

const fetchMenu = () => import('./more-menu.tsx')
const MoreMenu = lazy(fetchMenu)

const labels = {
  PENDING: 'pending',
  PROCESSING: 'processing',
  COMPLETED: 'completed',
  CANCELED: 'canceled',
} as const satisfies Record<(typeof buttonStatuses)[number], string>

/** All, or one of four buttons, or several of the other four under More, plus the search. All stored in the URL. */
export function OrdersFilters({
  counts,
  keys = [],
  searched,
  totalPages = 1,
}: {
  counts: OrderCounts
  /** All keys that the customer ever had. */
  keys?: readonly NamedKey[]
  searched?: number | undefined
  totalPages?: number | undefined
}) {
  const t = useText(ordersText)
  const more = useText(orderListText)
  const [text, setText] = useUrlState<string>('status', '')
  const [search] = useUrlState<string>('search', '')
  const isSearch = search.trim() !== ''
  // A search continues below its last page.
  const isLast = usePageNumber() >= totalPages
  const chosen = statusesIn(text)
  const chosenMore = moreStatuses.filter((status) => chosen.includes(status))
  return (
    <div
      className={cx(
        'grid gap-4 wide:grid-cols-[1fr_20rem] wide:items-end',
        keys.length > 0 && 'wide:[&>:first-child]:col-span-full',
      )}
    >
      <FilterButtons
        label={t('filters')}
        value={chosen.length === 0 ? 'ALL' : chosen}
        onChange={(value) => setText(value === 'ALL' ? '' : value.toLowerCase())}
        options={[
          { value: 'ALL', label: t('all'), count: counts.all },
          ...buttonStatuses.map((value) => ({
            value,
            label: t(labels[value]),
            count: countOf(counts, [value]),
          })),
        ]}
      >
        <OnDemand
          fetch={fetchMenu}
          renderButton={(demand) => <MoreButton {...demand} chosen={chosenMore} counts={counts} />}
        >
          <MoreMenu
            chosen={chosenMore}
            counts={counts}
            onChange={(status, isOn) => setText((now) => withStatus(now, status, isOn))}
          />
        </OnDemand>
      </FilterButtons>
      <UrlSearch label={t('search')} hint={t('searchHint')} />
      {keys.length > 0 && (
        <UrlSelect
          name="key"
          label={t('apiKey')}
          options={[{ value: '', label: more('anyKey') }, ...toOptions(keys)]}
        />
      )}
      {searched !== undefined && (isLast || !isSearch) && (
        <output className="text-13 text-ink-3 wide:col-span-full">
          {more(isSearch ? 'searched' : 'keyCut', { count: searched })}
        </output>
      )}
    </div>
  )
}

/** Keys with the same name, where one replaced the other, are distinguished by the start of their IDs. */
function toOptions(keys: readonly NamedKey[]) {
  return keys.map(({ id, name }) => {
    const isAlone = keys.filter((one) => one.name === name).length === 1
    return { value: id, label: isAlone ? (name ?? id) : `${name} · ${id.slice(0, 4)}` }
  })
}
