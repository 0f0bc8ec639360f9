import { type ReactNode, useEffect, useRef } from 'react'
import { useFormat } from '#web/platform/format/use-format.ts'
import { cx } from '#web/ui/page/cx.ts'

export type FilterOption<V extends string> = {
  value: V
  label: string
  /** Shown before the label. */
  picture?: ReactNode
  count?: number
  /** A `count` at this limit is shown as "20+". */
  countMax?: number
}
type FilterButtonsProps<V extends string> = {
  label: string
  options: readonly FilterOption<V>[]
  /** The active value, or several if the URL has them. */
  value: V | readonly V[]
  onChange: (value: V) => void
  /** For many values: wrapped in a box of their own, on phones too. */
  isWrapped?: boolean
  /** Shown after the last button. */
  children?: ReactNode
}

/**
 * A filter as a row of toggle buttons with counts. On a phone the row scrolls sideways, with the active one in view.
 */
export function FilterButtons<V extends string>({
  label,
  options,
  value,
  onChange,
  isWrapped = false,
  children,
}: FilterButtonsProps<V>) {
  const format = useFormat()
  const line = useRef<HTMLFieldSetElement>(null)
  const isOn = (one: V) => (typeof value === 'string' ? one === value : value.includes(one))
  const chosenAt = options.findIndex((option) => isOn(option.value))
  useEffect(() => bringIntoSight(line.current, chosenAt), [chosenAt])
  return (
    <fieldset
      ref={line}
      className={cx(
        'flex min-w-0 gap-2 border-0 print:hidden',
        isWrapped ? 'm-0 flex-wrap p-0' : 'sideways wide:flex-wrap',
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={isOn(option.value)}
          onClick={() => onChange(option.value)}
          className={filterButtonClass(isOn(option.value))}
        >
          {option.picture}
          {option.label}
          {option.count !== undefined && (
            <span className="figures text-13 opacity-80">
              {format.number(option.count)}
              {option.count === option.countMax && '+'}
            </span>
          )}
        </button>
      ))}
      {children}
    </fieldset>
  )
}

export function filterButtonClass(isOn: boolean): string {
  return cx(
    'inline-flex min-h-9 shrink-0 items-center gap-2 rounded-control border px-3 text-15 transition-colors duration-120 max-wide:min-h-11',
    isOn
      ? 'chosen border-ink bg-ink text-canvas'
      : 'border-line bg-surface text-ink-2 hover:border-line-strong hover:text-ink',
  )
}

/** Scrolls only sideways: the page stays where it is. */
function bringIntoSight(line: HTMLElement | null, at: number): void {
  const chosen = line?.querySelectorAll('button')[at]
  if (line === null || chosen === undefined) return
  const [box, button] = [line.getBoundingClientRect(), chosen.getBoundingClientRect()]
  const edge = 16
  if (button.left < box.left + edge) line.scrollLeft -= box.left + edge - button.left
  else if (button.right > box.right - edge) line.scrollLeft += button.right - (box.right - edge)
}
