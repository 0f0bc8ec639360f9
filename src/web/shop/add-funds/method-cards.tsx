import type { PaymentMethod, PublicConfig } from '#contract/settings/public-config.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from './texts.en.ts'
import { useSayFee } from '#web/parts/payments/method-terms.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'

type MethodCardsProps = {
  methods: readonly PaymentMethod[]
  /** The shop's limits: a method's own limits are only shown if they differ. */
  limits: PublicConfig['limits']
  value: string | undefined
  onChange: (id: string) => void
  error: string | undefined
}

/** The payment methods, with instructions for the selected one. Unavailable ones stay visible and are marked. */
export function MethodCards({ methods, limits, value, onChange, error }: MethodCardsProps) {
  const t = useText(paymentsText)
  const chosen = methods.find(({ id }) => id === value)
  return (
    <div className="grid gap-3">
      <RadioGroup
        name="method"
        label={t('method')}
        hasCards
        value={value}
        onChange={onChange}
        error={error}
        choices={methods.map((method) => ({
          value: method.id,
          label: method.label,
          note: <MethodNote method={method} limits={limits} />,
          isDisabled: !method.available,
        }))}
      />
      {chosen?.instructions != null && (
        <section
          aria-label={t('howToPay', { method: chosen.label })}
          className="rounded-control bg-sunken px-4 py-3 text-14 wrap-anywhere whitespace-pre-line text-ink-2"
        >
          {chosen.instructions}
        </section>
      )}
    </div>
  )
}

/** Its note, its own fee and limits if any, and a mark if only staff see it. */
function MethodNote({ method, limits }: { method: PaymentMethod; limits: PublicConfig['limits'] }) {
  const t = useText(paymentsText)
  const format = useFormat()
  const sayFee = useSayFee()
  if (!method.available) return t('notAvailable')
  const { note, min, max } = method
  const fee = sayFee(method.fee)
  const hasLimits = min !== limits.deposit_min || max !== limits.deposit_max
  const range = { min: format.moneyBrief(min), max: format.moneyBrief(max) }
  const told = [
    note,
    fee === undefined ? null : t('feeOf', { fee }),
    hasLimits ? t('methodRange', range) : null,
    method.is_test ? t('testMode') : null,
  ].filter((words) => words !== null)
  return told.length === 0
    ? null
    : told.map((words) => (
        <span key={words} className="block">
          {words}
        </span>
      ))
}
