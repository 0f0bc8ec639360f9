import type { PaymentMethod } from '#contract/settings/public-config.ts'
import { paymentsText } from '#web/messages/payments.ts'
import { useText } from '#web/messages/text.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'

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
        // Ours are said for the reader; what a later version notes, in that version's own words.
        note: !isAvailable ? t('notAvailable') : id === 'payeer' ? t('viaCryptomus') : (note ?? undefined),
        isDisabled: !isAvailable,
      }))}
    />
  )
}
