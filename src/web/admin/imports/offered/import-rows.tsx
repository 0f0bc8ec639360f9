import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { adminImportsText } from '#web/admin/imports/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSingleKey } from '#web/ui/keyboard/single-keys.ts'
import { canBeTaken, isOffered, type OfferedRow } from './filter-offered.ts'
import { ImportRow, rowGrid } from './import-row.tsx'

type ImportRowsProps = {
  rows: readonly OfferedRow[]
  isStale: boolean
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}

const wideHeight = 44
const narrowHeight = 110
const overscan = 12

/**
 * Any number of rows in a scrolling box that renders only the visible ones. J and K move between rows, X selects,
 * Shift-click selects a range.
 */
export function ImportRows({ rows, isStale, chosen, onChosen }: ImportRowsProps) {
  const t = useText(adminImportsText)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const last = useRef<string>(undefined)
  const [top, setTop] = useState(0)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => (innerWidth < 992 ? narrowHeight : wideHeight),
    getItemKey: (at) => rows[at]?.service ?? at,
    scrollMargin: top,
    // The heading must not cover the focused row.
    scrollPaddingStart: top,
    overscan,
  })
  useLayoutEffect(() => {
    setTop(list.current?.offsetTop ?? 0)
  }, [])

  const takeable = rows.filter(isOffered)
  const isEvery = takeable.every(({ service }) => chosen.has(service))
  const isAll = takeable.length > 0 && isEvery
  const isSome = rows.some((row) => canBeTaken(row) && chosen.has(row.service))

  function toggle(service: string, isRange: boolean): void {
    const next = new Set(chosen)
    const [from = 0, to = 0] = [last.current ?? service, service]
      .map((one) => rows.findIndex((row) => row.service === one))
      .toSorted((one, other) => one - other)
    if (isRange && from >= 0) {
      const between = rows.slice(from, to + 1)
      // The clicked row is selected in any case.
      for (const row of between) if (isOffered(row) || row.service === service) next.add(row.service)
    } else if (chosen.has(service)) next.delete(service)
    else next.add(service)
    last.current = service
    onChosen(next)
  }

  function toggleAll(): void {
    const next = new Set(chosen)
    // Manually selected rows are cleared too.
    if (isEvery) for (const { service } of rows) next.delete(service)
    else for (const { service } of takeable) next.add(service)
    onChosen(next)
  }

  useRowKeys({
    list,
    show: (at) => virtual.scrollToIndex(at),
    count: rows.length,
  })

  return (
    <div
      ref={box}
      className="relative max-h-[70dvh] scroll-pt-12 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface"
    >
      <div
        className={`${rowGrid} sticky top-0 z-10 min-h-11 border-b border-line bg-surface text-13 font-semibold text-ink-3`}
      >
        <label className="grid min-h-11 place-items-center">
          <span className="sr-only">{t('selectAll', { count: takeable.length })}</span>
          <input
            type="checkbox"
            className="tick size-5"
            checked={isAll}
            ref={(box) => {
              if (box !== null) box.indeterminate = isSome && !isAll
            }}
            onChange={toggleAll}
          />
        </label>
        <span className="col-span-2 wide:hidden">{t('selectAll', { count: takeable.length })}</span>
        {(['id', 'name', 'range', 'cost', 'price', 'margin'] as const).map((key) => (
          <span
            key={key}
            aria-hidden
            className={`max-wide:hidden ${key === 'id' || key === 'name' ? '' : 'text-end'}`}
          >
            {t(key)}
          </span>
        ))}
      </div>
      <ul
        ref={list}
        aria-label={t('list')}
        aria-busy={isStale}
        className="relative m-0 list-none p-0"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          return (
            row !== undefined && (
              <li
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 border-b border-line hover:bg-canvas"
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <ImportRow
                  row={row}
                  isStale={isStale}
                  isChosen={chosen.has(row.service)}
                  onToggle={(isRange) => toggle(row.service, isRange)}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

type RowKeys = { list: React.RefObject<HTMLUListElement | null>; show: (at: number) => void; count: number }

/** A row outside the visible part is rendered before it gets the focus. */
function useRowKeys({ list, show, count }: RowKeys): void {
  useSingleKey(['j', 'k', 'x'], (key, event) => {
    const box = document.activeElement?.closest('[data-index]')
    const isHere = box !== null && box !== undefined && list.current?.contains(box) === true
    event.preventDefault()
    if (key === 'x') {
      if (isHere && document.activeElement instanceof HTMLInputElement) document.activeElement.click()
      return
    }
    const at = isHere ? Number(box.getAttribute('data-index')) : -1
    const next = Math.max(0, Math.min(count - 1, at + (key === 'j' ? 1 : -1)))
    show(next)
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>(`[data-index="${next}"] input`)?.focus({
        preventScroll: true,
      }),
    )
  })
}
