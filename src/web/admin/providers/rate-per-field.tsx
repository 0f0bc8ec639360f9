import { type RatePer, ratesPer } from '#contract/providers/provider-rates.ts'
import { adminProvidersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'

/** The number of pieces that a provider's rates are for. */
export function RatePerField({ value }: { value: RatePer }) {
  const t = useText(adminProvidersText)
  return (
    <SelectField
      label={t('ratePer')}
      name="rate_per"
      defaultValue={String(value)}
      options={ratesPer.map((one) => ({ value: String(one), label: t(`ratePer_${one}`) }))}
      hint={t('ratePerHint')}
    />
  )
}
