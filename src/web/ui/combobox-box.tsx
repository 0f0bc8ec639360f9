import { Combobox as Base } from '@base-ui/react/combobox'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, ChevronDown, X } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { partsText } from '#web/messages/parts.ts'
import { appText } from '#web/messages/app.ts'
import { useText } from '#web/messages/text.ts'
import { cx } from './cx.ts'
import { type ControlProps, controlClass } from './field.tsx'
import { foldText, searchWords } from './fold-text.ts'

export type ComboboxBoxProps<Item> = {
  name?: string
  items: readonly Item[]
  toKey: (item: Item) => string
  /** What is searched, and shown in the box when it is chosen. */
  toLabel: (item: Item) => string
  /** A row of the list, where the label alone does not say it. */
  renderItem?: (item: Item) => ReactNode
  value: Item | null
  onChange: (item: Item | null) => void
  placeholder?: string
  isDisabled?: boolean
  control: ControlProps
  /** What was typed before this was here. */
  typed: string | undefined
  hasFocus: boolean
  /** Enter was pressed already: the first row that fits is meant. */
  isEntered: boolean
}

const usualHeight = 44

/** The part of `Combobox` that opens. */
export function ComboboxBox<Item>(props: ComboboxBoxProps<Item>) {
  const { name, items, toKey, toLabel, renderItem, value, onChange, placeholder, isDisabled = false } = props
  const { control, typed, hasFocus, isEntered } = props
  const app = useText(appText)
  const t = useText(partsText)
  const [isOpen, setIsOpen] = useState(hasFocus && !isEntered)
  const filter = useFilter(toLabel)
  const input = useRef<HTMLInputElement>(null)
  const rows = useRef<Rows>(null)

  const isMarked = useRef(false)

  /** Takes the first that fits; false where nothing is typed, or nothing fits. */
  function takeFirst(text: string): boolean {
    const first = text === '' ? undefined : items.find((item) => filter(item, text))
    if (first !== undefined) onChange(first)
    return first !== undefined
  }
  const takeEntered = useEffectEvent(takeFirst)

  // Before anything can be typed: a key between the two boxes would be nobody's.
  useLayoutEffect(() => {
    if (input.current === null) return
    if (typed !== undefined && !(isEntered && takeEntered(typed))) typeInto(input.current, typed)
    if (!hasFocus) return
    input.current.focus()
    const end = input.current.value.length
    input.current.setSelectionRange(typed === undefined ? 0 : end, end)
  }, [hasFocus, typed, isEntered])

  return (
    <Base.Root<Item>
      virtualized
      items={items}
      value={value}
      onValueChange={onChange}
      itemToStringLabel={toLabel}
      itemToStringValue={toKey}
      isItemEqualToValue={(one, other) => toKey(one) === toKey(other)}
      filter={filter}
      open={isOpen}
      onOpenChange={setIsOpen}
      disabled={isDisabled}
      autoHighlight
      {...(name !== undefined && { name })}
      onItemHighlighted={(item, { reason, index }) => {
        isMarked.current = item !== undefined
        // The pointer is where the row is already.
        if (item !== undefined && reason !== 'pointer') queueMicrotask(() => rows.current?.show(index))
      }}
    >
      <Base.InputGroup className="relative">
        <Base.Input
          {...control}
          ref={input}
          placeholder={placeholder}
          onKeyDown={(event) => {
            // The list marks its first row a moment after it came: who is quicker means that row too.
            if (event.key !== 'Enter' || !isOpen || isMarked.current) return
            if (!takeFirst(event.currentTarget.value)) return
            setIsOpen(false)
            event.preventDefault()
            event.preventBaseUIHandler()
          }}
          className={cx(controlClass, 'truncate pe-20')}
        />
        <div className="absolute inset-y-0 end-1 flex items-center">
          <Base.Clear aria-label={t('clear')} className={markClass}>
            <X aria-hidden className="size-4" />
          </Base.Clear>
          <Base.Trigger aria-label={t('openList')} className={markClass}>
            <ChevronDown aria-hidden className="size-4" />
          </Base.Trigger>
        </div>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-40 outline-none">
          <Base.Popup className="w-(--anchor-width) overflow-hidden rounded-card border border-line bg-surface shadow-receipt">
            <Base.Empty className="px-3 py-3 text-14 text-ink-3 empty:hidden">{app('noMatches')}</Base.Empty>
            <Base.List>
              <ItemRows rows={rows} {...{ isOpen, toKey, toLabel, renderItem }} />
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** As if it were typed here: what only begins with a text has no row that Enter would take. */
function typeInto(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** All words, each anywhere, accents or not. Each label is folded once: ten thousand of them per key would be felt. */
function useFilter<Item>(toLabel: (item: Item) => string) {
  const [folded] = useState(() => new Map<Item, string>())
  const asked = useRef<{ query: string; words: string[] }>({ query: '', words: [] })
  return (item: Item, query: string): boolean => {
    if (asked.current.query !== query) asked.current = { query, words: searchWords(query) }
    const label = folded.get(item) ?? foldText(toLabel(item))
    folded.set(item, label)
    return asked.current.words.every((word) => label.includes(word))
  }
}

const markClass = 'grid size-9 place-items-center rounded-control text-ink-3 hover:text-ink'

type Rows = { show: (index: number) => void }
type ItemRowsProps<Item> = {
  rows: RefObject<Rows | null>
  isOpen: boolean
  toKey: (item: Item) => string
  toLabel: (item: Item) => string
  renderItem: ((item: Item) => ReactNode) | undefined
}

function ItemRows<Item>({ rows, isOpen, toKey, toLabel, renderItem = toLabel }: ItemRowsProps<Item>) {
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
