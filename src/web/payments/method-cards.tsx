import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { PaymentMethod } from '#contract/settings.ts'
import { paymentsText } from '#web/messages/payments.ts'
import { useText } from '#web/messages/text.ts'
import { cx } from '#web/ui/cx.ts'

type MethodCardsProps = {
  methods: readonly PaymentMethod[]
  value: string | undefined
  onChange: (id: string) => void
  error: string | undefined
}

/** The ways to pay. One that is not available stays in sight and says so. */
export function MethodCards({ methods, value, onChange, error }: MethodCardsProps) {
  const t = useText(paymentsText)
  const id = useId()
  return (
    <fieldset
      className="m-0 grid min-w-0 gap-2 border-0 p-0"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className="mb-2 text-15 font-semibold">{t('method')}</legend>
      {methods.map((method) => (
        <label
          key={method.id}
          className={cx(
            'flex min-h-14 items-center gap-3 rounded-control border px-4 py-2 transition-colors duration-120 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol',
            !method.available && 'cursor-not-allowed border-dashed border-line',
            method.available && value === method.id && 'border-petrol bg-petrol-soft',
            method.available && value !== method.id && 'border-line bg-surface hover:border-line-strong',
          )}
        >
          <input
            type="radio"
            name="method"
            value={method.id}
            checked={value === method.id}
            disabled={!method.available}
            onChange={() => onChange(method.id)}
            className="size-4.5 shrink-0 outline-none"
          />
          <span className="grid">
            <span className={cx('font-semibold', !method.available && 'text-ink-3')}>{method.label}</span>
            <MethodNote method={method} />
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p id={`${id}-error`} className="flex gap-1 text-13 text-bad">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}

function MethodNote({ method: { available: isAvailable, note } }: { method: PaymentMethod }) {
  const t = useText(paymentsText)
  const text = note ?? (isAvailable ? undefined : t('notAvailable'))
  return text === undefined ? null : <span className="text-13 text-ink-3">{text}</span>
}
