import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/page/cx.ts'
import { useFieldError } from '#web/ui/form/form-context.ts'
import { FieldError } from './field.tsx'

export type Choice<V extends string> = {
  value: V
  label: ReactNode
  /** Below the label, in small print. */
  note?: ReactNode
  /** Stays visible but can't be chosen: the note says why. */
  isDisabled?: boolean
}

type RadioGroupProps<V extends string> = {
  name: string
  label: ReactNode
  choices: readonly Choice<V>[]
  /** The chosen value if the parent holds it; uncontrolled forms pass `initial`. */
  value?: V | undefined
  initial?: V
  onChange?: (value: V) => void
  error?: string | undefined
  /** Each choice is a card: for a few choices with notes. */
  hasCards?: boolean
}

const CARDS_IN_A_COLUMN = 3

/** One of a few visible options. */
export function RadioGroup<V extends string>({
  name,
  label,
  choices,
  error: own,
  hasCards = false,
  ...kept
}: RadioGroupProps<V>) {
  const id = useId()
  const refused = useFieldError(name)
  const error = own ?? refused
  return (
    <fieldset
      className={cx(
        'm-0 grid min-w-0 border-0 p-0',
        hasCards && 'gap-2',
        hasCards && choices.length > CARDS_IN_A_COLUMN && 'narrow:grid-cols-2',
      )}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className="col-span-full mb-2 text-15 font-semibold">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={hasCards ? cardClass(choice) : lineClass(choice)}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            disabled={choice.isDisabled}
            {...('value' in kept
              ? { checked: kept.value === choice.value }
              : { defaultChecked: kept.initial === choice.value })}
            onChange={() => kept.onChange?.(choice.value)}
            className="size-4.5 shrink-0 outline-none"
          />
          <span className="grid">
            <span className={hasCards ? 'font-semibold' : undefined}>{choice.label}</span>
            {choice.note !== undefined && (
              <span className="text-13 text-ink-3 empty:hidden">{choice.note}</span>
            )}
          </span>
        </label>
      ))}
      <div className="col-span-full empty:hidden">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </fieldset>
  )
}

const ring =
  'flex items-center gap-3 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol'

function lineClass({ isDisabled = false }: Choice<string>): string {
  return cx(ring, 'min-h-9 py-1 text-15 max-wide:min-h-11', isDisabled && 'cursor-not-allowed text-ink-3')
}

function cardClass({ isDisabled = false }: Choice<string>): string {
  return cx(
    ring,
    'min-h-14 border px-4 py-2 transition-colors duration-120',
    isDisabled
      ? 'cursor-not-allowed border-dashed border-line text-ink-3'
      : 'border-line bg-surface hover:border-line-strong has-checked:border-petrol has-checked:chosen has-checked:bg-petrol-soft',
  )
}
