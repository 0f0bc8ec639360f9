import type { PublicConfig } from '#contract/settings.ts'
import { useFormat } from '#web/language/use-format.ts'
import { paymentsText } from '#web/messages/payments.ts'
import { useText } from '#web/messages/text.ts'
import { cx } from '#web/ui/cx.ts'
import { bonusBySteps, listPresets, toAmountText } from './deposit-amount.ts'

type AmountPresetsProps = {
  limits: PublicConfig['limits']
  bonuses: PublicConfig['bonuses']
  amount: bigint
  onChoose: (text: string) => void
}

/** Amounts to choose from, each with its bonus line: "$100 + $5.00". */
export function AmountPresets({ limits, bonuses, amount, onChoose }: AmountPresetsProps) {
  const t = useText(paymentsText)
  const format = useFormat()
  return (
    <fieldset className="m-0 grid min-w-0 grid-cols-2 gap-2 border-0 p-0 narrow:grid-cols-3">
      <legend className="sr-only">{t('presets')}</legend>
      {listPresets(limits).map((preset) => {
        const { bonus } = bonusBySteps(preset, bonuses)
        const isChosen = preset === amount
        return (
          <button
            key={preset}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(toAmountText(preset))}
            className={cx(
              'figures flex min-h-12 flex-wrap content-center items-baseline justify-center gap-x-2 rounded-control border px-3 py-2 transition-colors duration-120',
              isChosen
                ? 'chosen border-ink bg-ink text-canvas'
                : 'border-line bg-surface hover:border-line-strong hover:bg-sunken',
            )}
          >
            <span className="text-17 font-medium">{format.moneyBrief(preset)}</span>
            {bonus > 0n && (
              <span
                className={cx(
                  'rounded-chip px-1 text-14 font-semibold',
                  isChosen ? 'text-canvas' : 'bg-foil-soft text-foil-ink',
                )}
              >
                {t('presetBonus', { bonus: format.money(bonus) })}
              </span>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}
