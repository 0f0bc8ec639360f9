import { type ReactNode, useEffect, useRef } from 'react'
import { useFormat } from '#web/platform/format/use-format.ts'
import { cx } from '#web/ui/page/cx.ts'

export type FilterOption<V extends string> = {
  value: V
  label: string
  /** Before its label. */
  picture?: ReactNode
  count?: number
  /** A `count` that stops at a limit is shown as "20+". */
  countMax?: number
}
type FilterButtonsProps<V extends string> = {
  label: string
  options: readonly FilterOption<V>[]
  /** The one that is on, or several where the address names them. */
  value: V | readonly V[]
  onChange: (value: V) => void
  /** Many of them, in a box of their own: in as many lines as they need, on a phone too. */
  isWrapped?: boolean
  /** The content after the last of them. */
  children?: ReactNode
}

/**
 * One of a few filters, each a button that says whether it is on; counts are on the buttons. On a phone they are one
 * line that scrolls sideways, with the chosen one visible.
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

/** Sideways alone: the page stays where it is. */
function bringIntoSight(line: HTMLElement | null, at: number): void {
  const chosen = line?.querySelectorAll('button')[at]
  if (line === null || chosen === undefined) return
  const [box, button] = [line.getBoundingClientRect(), chosen.getBoundingClientRect()]
  const edge = 16
  if (button.left < box.left + edge) line.scrollLeft -= box.left + edge - button.left
  else if (button.right > box.right - edge) line.scrollLeft += button.right - (box.right - edge)
}
