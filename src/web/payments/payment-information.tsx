import { formatMoney } from '#contract/money.ts'
import type { PublicConfig } from '#contract/settings.ts'
import { paymentsText } from '#web/messages/en/payments.ts'
import { useText } from '#web/messages/text.ts'
import { toAmountText } from './deposit-amount.ts'

/** What one wants to know before paying: how, how much, what is added, and when it is there. */
export function PaymentInformation({ config: { limits, bonuses } }: { config: PublicConfig }) {
  const t = useText(paymentsText)
  const steps = bonuses.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return (
    <section className="grid gap-2 text-14 text-ink-2">
      <h2 className="text-15 font-semibold text-ink">{t('information')}</h2>
      <ul className="grid list-disc gap-1 ps-5">
        <li>{t('informationCrypto')}</li>
        <li>
          {t('informationRange', {
            min: formatMoney(limits.deposit_min),
            max: formatMoney(limits.deposit_max),
          })}
        </li>
        {steps.map(({ from, percent }) => (
          <li key={from}>{t('informationBonus', { percent: String(percent), from: toAmountText(from) })}</li>
        ))}
        <li>{t('informationTime')}</li>
      </ul>
    </section>
  )
}
