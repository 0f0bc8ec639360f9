import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ComboboxBoxProps } from './combobox-box.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { controlClass, Field, type FieldProps } from '#web/ui/fields/field.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'

type ComboboxProps<Item> = FieldProps &
  Omit<ComboboxBoxProps<Item>, 'control' | 'typed' | 'hasFocus' | 'isEntered'>
type Box = typeof import('./combobox-box.tsx').ComboboxBox

const fetchBox = () => import('./combobox-box.tsx')

/**
 * One of many, found by typing: any part of its words, in any order. The list is drawn only as far as it is seen, so ten
 * thousand are as quick as ten. What opens it weighs 50 kB and is fetched when the box is first touched: until then it is a
 * plain box that keeps what is typed.
 */
export function Combobox<Item>({ label, hint, error, aside, className, ...props }: ComboboxProps<Item>) {
  return (
    <Field {...{ label, hint, error, aside }} {...(className !== undefined && { className })}>
      {(control) => (
        <LazyPart>
          <OnTouch {...props} control={control} />
        </LazyPart>
      )}
    </Field>
  )
}

function OnTouch<Item>(props: Omit<ComboboxBoxProps<Item>, 'typed' | 'hasFocus' | 'isEntered'>): ReactNode {
  const { control, toLabel, value, placeholder, isDisabled } = props
  const [loaded, setLoaded] = useState<{ Box: Box; hasFocus: boolean }>()
  const [error, setError] = useState<unknown>()
  const [typed, setTyped] = useState<string>()
  const [isEntered, setIsEntered] = useState(false)
  if (error !== undefined) throw error
  if (loaded !== undefined)
    return <loaded.Box {...props} typed={typed} isEntered={isEntered} hasFocus={loaded.hasFocus} />

  function load(): void {
    fetchBox().then(
      ({ ComboboxBox }) =>
        setLoaded({ Box: ComboboxBox, hasFocus: document.activeElement?.id === control.id }),
      setError,
    )
  }

  return (
    <div className="relative">
      <input
        {...control}
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- there is no list yet that it could name
        role="combobox"
        aria-expanded={false}
        aria-autocomplete="list"
        autoComplete="off"
        disabled={isDisabled}
        placeholder={placeholder}
        value={typed ?? (value === null ? '' : toLabel(value))}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setIsEntered(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed === undefined) return
          // It would send the form without what is being chosen.
          event.preventDefault()
          setIsEntered(true)
        }}
        onPointerEnter={() => void fetchBox().catch(() => {})}
        onFocus={load}
        className={cx(controlClass, 'truncate pe-20')}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-4 text-ink-3"
      />
    </div>
  )
}
