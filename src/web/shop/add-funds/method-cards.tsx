import type { PaymentMethod } from '#contract/settings/public-config.ts'
import { paymentsText } from '#web/messages/payments.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'

type MethodCardsProps = {
  methods: readonly PaymentMethod[]
  value: string | undefined
  onChange: (id: string) => void
  error: string | undefined
}

/** The ways to pay. One that is not available stays in sight and says so. */
export function MethodCards({ methods, value, onChange, error }: MethodCardsProps) {
  const t = useText(paymentsText)
  return (
    <RadioGroup
      name="method"
      label={t('method')}
      hasCards
      value={value}
      onChange={onChange}
      error={error}
      choices={methods.map(({ id, label, note, available: isAvailable }) => ({
        value: id,
        label,
        note: isAvailable ? (note ?? undefined) : t('notAvailable'),
        isDisabled: !isAvailable,
      }))}
    />
  )
}
