import { Combobox as Base } from '@base-ui/react/combobox'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { type ControlProps, controlClass } from '#web/ui/fields/field.tsx'
import { foldText, searchWords } from '#web/ui/text/fold-text.ts'
import { ComboboxRows, type Rows } from './combobox-rows.tsx'

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

/** The part of `Combobox` that opens. */
export function ComboboxBox<Item>(props: ComboboxBoxProps<Item>) {
  const { name, items, toKey, toLabel, renderItem, value, onChange, placeholder, isDisabled = false } = props
  const { control, typed, hasFocus, isEntered } = props
  const t = useText(commonText)
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
            <Base.Empty className="px-3 py-3 text-14 text-ink-3 empty:hidden">{t('noMatches')}</Base.Empty>
            <Base.List>
              <ComboboxRows rows={rows} {...{ isOpen, toKey, toLabel, renderItem }} />
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
