import { Combobox as Base } from '@base-ui/react/combobox'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check } from 'lucide-react'
import { type ReactNode, type RefObject, useImperativeHandle, useState } from 'react'

type RowsProps<Item> = {
  rows: RefObject<Rows | null>
  isOpen: boolean
  toKey: (item: Item) => string
  toLabel: (item: Item) => string
  renderItem: ((item: Item) => ReactNode) | undefined
}

export type Rows = { show: (index: number) => void }

const usualHeight = 44

/** The rows that fit, drawn as far as they are seen. */
export function ComboboxRows<Item>({ rows, isOpen, toKey, toLabel, renderItem = toLabel }: RowsProps<Item>) {
  const found = Base.useFilteredItems<Item>()
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    enabled: isOpen,
    count: found.length,
    getScrollElement: () => scroller,
    estimateSize: () => usualHeight,
    overscan: 8,
  })
  useImperativeHandle(rows, () => ({ show: (index) => virtual.scrollToIndex(index) }), [virtual])
  if (found.length === 0) return null
  return (
    <div
      role="presentation"
      ref={setScroller}
      className="max-h-[min(22rem,var(--available-height))] overflow-y-auto overscroll-contain"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const item = found[index]
          if (item === undefined) return null
          return (
            <Base.Item
              key={toKey(item)}
              index={index}
              data-index={index}
              ref={virtual.measureElement}
              value={item}
              aria-setsize={found.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
              className="absolute inset-x-0 top-0 grid min-h-11 cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)] items-center gap-2 px-3 py-2 text-15 data-highlighted:chosen data-highlighted:bg-petrol-soft"
            >
              <Base.ItemIndicator className="col-start-1">
                <Check aria-hidden className="size-4 text-petrol" />
              </Base.ItemIndicator>
              <span className="col-start-2 min-w-0 wrap-anywhere">{renderItem(item)}</span>
            </Base.Item>
          )
        })}
      </div>
    </div>
  )
}
