import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type NumberKind, readNumber, takesInput } from '#contract/base/read-number.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useFieldError } from '#web/ui/form/form-context.ts'
import { cx } from '#web/ui/page/cx.ts'
import { controlClass, Field, type FieldProps } from './field.tsx'
import { stepNumber } from './step-number.ts'
import { sayReading } from './typed-number.ts'
import { writeBox } from './write-box.ts'

type NumberFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'type' | 'min' | 'max' | 'step'> & {
    name: string
    /** What the number is: decides how the typed text is read. */
    kind: NumberKind
    /** Decimals as text: they may be money. */
    min?: string
    max?: string
    step?: string
    /** For a parent that holds the number and steps it by its own rules. */
    onStep?: (steps: number) => void
    /** Without buttons and steps. */
    isPlain?: boolean
    /** Inside the field, at the right: "%", "USD". */
    unit?: string
  }

/**
 * A number in a plain text field. The typed text stays as typed in every language; letters and a second decimal
 * separator are not accepted. If the text has separators, the reading is shown next to it, and `useForm` sends plain
 * digits or refuses it. Arrow keys step, with Shift by ten, and so do the buttons, which are not tab stops.
 */
export function NumberField({
  label,
  hint,
  error: own,
  aside,
  className,
  kind,
  min,
  max,
  step = '1',
  unit,
  isPlain = false,
  onStep,
  ...input
}: NumberFieldProps) {
  const t = useText(commonText)
  const language = useLanguage()
  const refused = useFieldError(input.name)
  const error = own ?? refused
  const box = useRef<HTMLInputElement>(null)
  const readingId = useId()
  const [typed, setTyped] = useState(String(input.defaultValue ?? ''))
  const shown = input.value === undefined ? typed : String(input.value)
  const isWhole = kind === 'whole' || kind === 'quantity'
  // No React event fires before the text changes.
  useEffect(() => {
    const { current } = box
    const refuse = (event: InputEvent) => {
      const input = event.data ?? event.dataTransfer?.getData('text/plain')
      if (
        current !== null &&
        input !== undefined &&
        !takesInput(input, textAfter(current, input), language, kind)
      )
        event.preventDefault()
    }
    current?.addEventListener('beforeinput', refuse)
    return () => current?.removeEventListener('beforeinput', refuse)
  }, [language, kind])

  function move(steps: number): void {
    if (box.current === null || box.current.disabled) return
    if (onStep !== undefined) return onStep(steps)
    writeBox(box.current, stepNumber(box.current.value, { language, kind, step, steps, min, max }))
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction !== 0 && !isPlain) {
      event.preventDefault()
      move(direction * (event.shiftKey ? 10 : 1))
    }
    input.onKeyDown?.(event)
  }

  // The error shows both readings already.
  const isSaid = error !== undefined && readNumber(shown, language, kind).is === 'ambiguous'
  const reading = (
    <span id={readingId} aria-live="polite" className="figures ms-auto text-end text-14 text-ink-2">
      {isSaid ? null : sayReading(language, shown, { kind, unit })}
    </span>
  )
  return (
    <Field
      {...{ label, hint, error }}
      aside={
        <>
          {reading}
          {aside}
        </>
      }
      {...(className !== undefined && { className })}
    >
      {(control) => (
        <div className="relative">
          <input
            inputMode={isWhole ? 'numeric' : 'decimal'}
            maxLength={40}
            {...input}
            {...control}
            aria-describedby={[control['aria-describedby'], readingId].join(' ').trim()}
            ref={box}
            type="text"
            autoComplete="off"
            data-number={kind}
            data-unit={unit}
            onKeyDown={press}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              input.onChange?.(event)
            }}
            className={cx(
              controlClass,
              'figures',
              isPlain ? unit !== undefined && 'pe-14' : unit === undefined ? 'pe-22' : 'pe-32',
            )}
          />
          <div className="absolute inset-y-0 end-1 flex items-center">
            {unit !== undefined && <span className="pe-2 text-14 text-ink-3">{unit}</span>}
            {!isPlain && (
              <>
                <StepButton label={t('less')} onStep={() => move(-1)} Picture={Minus} />
                <StepButton label={t('more')} onStep={() => move(1)} Picture={Plus} />
              </>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

function textAfter({ value, selectionStart, selectionEnd }: HTMLInputElement, input: string): string {
  return value.slice(0, selectionStart ?? value.length) + input + value.slice(selectionEnd ?? value.length)
}

type StepButtonProps = { label: string; onStep: () => void; Picture: typeof Plus }

function StepButton({ label, onStep, Picture }: StepButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={onStep}
      className="grid size-10 place-items-center rounded-control text-ink-3 hover:text-ink"
    >
      <Picture aria-hidden className="size-4" />
    </button>
  )
}
