import { Minus, Plus } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import { useLanguage } from '#web/language/reader-language.ts'
import { partsText } from '#web/messages/parts.ts'
import { useText } from '#web/messages/text.ts'
import { cx } from './cx.ts'
import { controlClass, Field, type FieldProps } from './field.tsx'
import { stepNumber } from './step-number.ts'

type NumberFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'type' | 'min' | 'max' | 'step'> & {
    name: string
    /** Decimals as text: they may be money. */
    min?: string
    max?: string
    step?: string
    /** For whoever keeps the number and steps it by rules of their own. */
    onStep?: (steps: number) => void
    /** Stands inside the box, at its right: "%", "USD". */
    unit?: string
  }

/**
 * A number in a plain text box: it stays what was typed, on every keyboard and in every language, and whoever submits it parses
 * it. Arrows step, Shift by ten, and so do the buttons, which the keyboard does not need.
 */
export function NumberField({
  label,
  hint,
  error,
  aside,
  className,
  min,
  max,
  step = '1',
  unit,
  onStep,
  ...input
}: NumberFieldProps) {
  const t = useText(partsText)
  const language = useLanguage()
  const box = useRef<HTMLInputElement>(null)

  function move(steps: number): void {
    if (box.current === null || box.current.disabled) return
    if (onStep !== undefined) return onStep(steps)
    writeText(box.current, stepNumber(box.current.value, { language, step, steps, min, max }))
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction !== 0) {
      event.preventDefault()
      move(direction * (event.shiftKey ? 10 : 1))
    }
    input.onKeyDown?.(event)
  }

  return (
    <Field {...{ label, hint, error, aside }} {...(className !== undefined && { className })}>
      {(control) => (
        <div className="relative">
          <input
            inputMode={step.includes('.') ? 'decimal' : 'numeric'}
            {...input}
            {...control}
            ref={box}
            type="text"
            autoComplete="off"
            onKeyDown={press}
            className={cx(controlClass, 'figures', unit === undefined ? 'pe-22' : 'pe-32')}
          />
          <div className="absolute inset-y-0 end-1 flex items-center">
            {unit !== undefined && <span className="pe-2 text-14 text-ink-3">{unit}</span>}
            <StepButton label={t('less')} onStep={() => move(-1)} Picture={Minus} />
            <StepButton label={t('more')} onStep={() => move(1)} Picture={Plus} />
          </div>
        </div>
      )}
    </Field>
  )
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

/** As if it had been typed: React, the form's draft and its checks hear of it. */
function writeText(box: HTMLInputElement, text: string): void {
  // React puts its own setter over the element's, and takes what went through it for its own writing.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
