import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject, useCallback, useImperativeHandle } from 'react'
import { flushSync } from 'react-dom'
import type { Money } from '#contract/base/money.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import { isPackage } from '#contract/catalogue/package-types.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { Highlight, SearchedWords } from '#web/parts/catalogue/names/highlight.tsx'
import { partsOf } from '#web/parts/catalogue/names/name-parts.ts'
import { type ReadName, readNameAmong } from '#web/parts/catalogue/names/read-name.ts'
import type { SearchableService } from '#web/parts/catalogue/search/search-services.ts'
import { ServiceChips } from '#web/parts/catalogue/service/service-chips.tsx'
import { ServiceTitle } from '#web/parts/catalogue/service/service-title.tsx'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { useReach } from '#web/ui/combobox/use-reach.ts'
import type { OptionRows } from '#web/ui/combobox/use-option-list.ts'
import { FavouritesAlone, GroupHeading, OptionStar } from './own-options.tsx'
import type { OwnList } from './use-own-first.ts'
import { useOwnRates } from '#web/parts/wallet/use-own-rates.ts'

/** Scrolls a row into view, so that it is rendered when it becomes the active one. */
export type ServiceOptionsHandle = { show: (at: number) => void }

type ServiceOptionsProps = {
  handle: RefObject<ServiceOptionsHandle | null>
  own: OwnList
  words: readonly string[]
  list: OptionRows
}

const usualHeight = 61

export default memo(ServiceOptions)

/** Re-renders when the results or the active option change, not at every keystroke. */
function ServiceOptions({ handle, own, words, list }: ServiceOptionsProps) {
  const { services, groups } = own
  const t = useText(newOrderText)
  const ownRates = useOwnRates()
  // The same function while the list is unchanged: a new one would lay out all rows again.
  const keyOf = useCallback((at: number) => services[at]?.id ?? at, [services])
  const { count, reachTo, heightOf } = useReach(services, usualHeight)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const rows = useVirtualizer({
    count,
    getScrollElement: () => list.list.ref.current,
    estimateSize: () => usualHeight,
    getItemKey: keyOf,
    overscan: 2,
  })
  useImperativeHandle(handle, () => ({
    show(at) {
      const { range, scrollOffset } = rows
      const isSeen = range !== null && at >= range.startIndex && at <= range.endIndex
      if (isSeen && (at > 0 || scrollOffset === 0)) return
      // Rows must be laid out before scrolling to them.
      if (at >= count) flushSync(() => reachTo(at))
      rows.scrollToIndex(at)
    },
  }))
  return (
    <SearchedWords value={words}>
      {(own.hasFavourites || own.isAlone) && <FavouritesAlone own={own} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is in `list` */}
      <div
        {...list.list}
        aria-label={t('services')}
        className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain"
        // Clicks on the scroll bar or a row must not take the focus from the box.
        onMouseDown={(event) => event.preventDefault()}
      >
        <div role="presentation" className="relative" style={{ height: heightOf(rows) }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const service = services[index]
            return (
              service !== undefined && (
                <div
                  key={key}
                  role="presentation"
                  data-index={index}
                  ref={rows.measureElement}
                  style={{ transform: `translateY(${start}px)` }}
                  className="absolute inset-x-0 top-0"
                >
                  <GroupHeading group={groups.find(({ at }) => at === index)} />
                  <div
                    {...list.option(index)}
                    aria-setsize={services.length}
                    aria-posinset={index + 1}
                    className={cx(
                      'grid cursor-pointer grid-cols-[3.5rem_minmax(0,1fr)_auto_auto] items-center gap-3 border-b border-line py-2 ps-3 pe-1 max-wide:grid-cols-[3rem_minmax(0,1fr)_auto_auto] max-wide:gap-2 max-narrow:grid-cols-[auto_minmax(0,1fr)_auto] max-narrow:gap-y-0.5',
                      index === list.active && 'chosen bg-petrol-soft',
                    )}
                  >
                    <OptionContent
                      service={service}
                      readName={readNameAmong(services, index)}
                      rate={rateFor(service, ownRates)}
                    />
                    <OptionStar id={service.id} />
                  </div>
                </div>
              )
            )
          })}
        </div>
      </div>
    </SearchedWords>
  )
}

type OptionContentProps = { service: SearchableService; readName: ReadName; rate: Money }

/** Re-renders only when its own service changes. */
const OptionContent = memo(function OptionContent({
  service,
  readName: { title, chips },
  rate,
}: OptionContentProps) {
  const t = useText(newOrderText)
  const catalogue = useText(catalogueText)
  const { id, name, platform, min, max, type, category } = service
  const limits = rulesOf(type).quantity === 'one' ? [] : [t('limits', { min: Math.max(1, min), max })]
  return (
    <>
      <span className="figures max-narrow:row-start-2 max-narrow:text-13 max-narrow:text-ink-3">
        <Highlight text={String(id)} />
      </span>
      <span className="grid min-w-0 gap-0.5 max-narrow:col-span-2 max-narrow:col-start-1 max-narrow:row-start-1">
        <ServiceTitle
          title={title}
          original={name}
          platform={platform}
          className="line-clamp-3 wrap-anywhere"
        />
        <span className="flex h-5 flex-wrap items-center gap-x-1.5 gap-y-2 overflow-hidden text-13 leading-5 text-ink-3">
          <ServiceChips service={service} chips={chips} />
          <bdi className="min-w-0 truncate">
            {[...limits, partsOf(category.name).join(' · ')].filter((fact) => fact !== '').join(', ')}
          </bdi>
        </span>
      </span>
      <span className="grid justify-items-end max-narrow:col-start-2 max-narrow:row-start-2 max-narrow:flex max-narrow:items-baseline max-narrow:justify-end max-narrow:gap-x-1.5">
        <MoneyText amount={rate} decimals={4} />{' '}
        <span className="text-12 text-ink-3">
          {isPackage(type) ? catalogue('ratePerPackage') : catalogue('ratePer1000')}
        </span>
      </span>
    </>
  )
})
