import Check from 'lucide-react/icons/check'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from './cx.ts'

export type StepName = { key: string; label: string }

type StepperProps = {
  label: string
  steps: readonly StepName[]
  current: string
  /** If set, previous steps are buttons that lead back to them. */
  onBack?: (key: string) => void
}

/** The position in a sequence of steps. On a narrow screen only the current step shows its name. */
export function Stepper({ label, steps, current, onBack }: StepperProps) {
  const t = useText(commonText)
  const at = steps.findIndex(({ key }) => key === current)
  return (
    <nav aria-label={label}>
      <p className="pb-2 text-14 text-ink-2 wide:sr-only">
        {t('stepOf', { step: at + 1, total: steps.length, label: steps[at]?.label ?? '' })}
      </p>
      <ol className="flex items-center gap-3">
        {steps.map((step, index) => (
          <li
            key={step.key}
            aria-current={index === at ? 'step' : undefined}
            className="flex items-center gap-3 not-first:flex-1 not-first:before:h-px not-first:before:min-w-4 not-first:before:flex-1 not-first:before:bg-line-strong not-first:before:content-['']"
          >
            {index < at && onBack !== undefined ? (
              <button
                type="button"
                onClick={() => onBack(step.key)}
                className="flex min-h-11 items-center gap-2 rounded-control hover:text-petrol"
              >
                <StepMark number={index + 1} isDone label={step.label} />
              </button>
            ) : (
              <span className="flex min-h-11 items-center gap-2">
                <StepMark
                  number={index + 1}
                  isDone={index < at}
                  isCurrent={index === at}
                  label={step.label}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

type MarkProps = { number: number; label: string; isDone?: boolean; isCurrent?: boolean }

function StepMark({ number, label, isDone = false, isCurrent = false }: MarkProps) {
  const t = useText(commonText)
  return (
    <>
      <span
        aria-hidden
        className={cx(
          'figures grid size-7 shrink-0 place-items-center rounded-full border text-13',
          isDone && 'border-transparent bg-petrol-soft text-petrol',
          isCurrent && 'chosen border-petrol bg-petrol text-petrol-on',
          !isDone && !isCurrent && 'border-line-strong text-ink-3',
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <span className={cx('text-14 max-wide:sr-only', isCurrent ? 'font-semibold' : 'text-ink-2')}>
        {label}
        {isDone && <span className="sr-only"> ({t('stepDone')})</span>}
      </span>
    </>
  )
}
