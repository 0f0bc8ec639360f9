import { gatewayIds, gateways } from '#contract/base/gateways/registry.ts'
import { isManual } from '#contract/settings/payment-methods.ts'
import type { PaymentMethod, PublicConfig } from '#contract/settings/public-config.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

/** What customers want to know before paying: methods, amounts, bonuses, and when the money arrives. */
export function PaymentInformation({
  methods,
  limits,
  bonuses,
}: Pick<PublicConfig, 'limits' | 'bonuses'> & { methods: readonly PaymentMethod[] }) {
  const t = useText(paymentsText)
  const format = useFormat()
  const steps = bonuses.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return (
    <section className="grid gap-2 text-14 text-ink-2">
      <h2 className="text-15 font-semibold text-ink">{t('information')}</h2>
      <ul className="grid list-disc gap-1 ps-5">
        {gatewayIds
          .filter((id) =>
            gateways[id].cards.some((card) =>
              methods.some(
                ({ id: own, value, available }) => available && own === card.id && value === card.value,
              ),
            ),
          )
          .map((id) => (
            <li key={id}>{gateways[id].information[format.language]}</li>
          ))}
        <li>
          {t('informationRange', {
            min: format.money(limits.deposit_min, 2),
            max: format.money(limits.deposit_max, 2),
          })}
        </li>
        {steps.map(({ from, percent }) => (
          <li key={from}>
            {t('informationBonus', { percent: String(percent), from: format.moneyBrief(from) })}
          </li>
        ))}
        <li>{t('informationTime')}</li>
        {methods.some(({ id, available }) => available && isManual(id)) && (
          <li>{t('informationTransfer')}</li>
        )}
      </ul>
    </section>
  )
}
