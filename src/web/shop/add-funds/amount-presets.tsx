import type { PublicConfig } from '#contract/settings/public-config.ts'
import { daysOf, type Pace } from '#contract/reports/spending.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { bonusBySteps, listPresets, toAmountText } from '#web/parts/payments/deposit-amount.ts'
import { useSayDays } from '#web/parts/payments/say-days.ts'

type AmountPresetsProps = {
  limits: PublicConfig['limits']
  bonuses: PublicConfig['bonuses']
  amount: bigint
  /** How fast this customer spends, if known. */
  pace: Pace | undefined
  onChoose: (text: string) => void
}

/** Suggested amounts, each with its bonus, "$100 + $5.00", and how long it lasts. */
export function AmountPresets({ limits, bonuses, amount, pace, onChoose }: AmountPresetsProps) {
  const t = useText(paymentsText)
  const format = useFormat()
  const sayDays = useSayDays()
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
              'flex min-h-12 flex-wrap content-center items-baseline justify-center gap-x-2 rounded-control border px-3 py-2 transition-colors duration-120',
              isChosen
                ? 'chosen border-ink bg-ink text-canvas'
                : 'border-line bg-surface hover:border-line-strong hover:bg-sunken',
            )}
          >
            <span className="figures text-17 font-medium">{format.moneyBrief(preset)}</span>
            {bonus > 0n && (
              <span
                className={cx(
                  'figures rounded-chip px-1 text-14 font-semibold',
                  isChosen ? 'text-canvas' : 'bg-foil-soft text-foil-ink',
                )}
              >
                {t('presetBonus', { bonus: format.money(bonus) })}
              </span>
            )}
            {pace !== undefined && (
              <span className={cx('w-full text-13', isChosen ? 'text-canvas' : 'text-ink-2')}>
                {sayDays(daysOf(preset + bonus, pace))}
              </span>
            )}
          </button>
        )
      })}
      {pace !== undefined && (
        <p className="col-span-full text-13 text-ink-3">
          {t('paceFrom', { amount: format.money(pace.spent), days: t('wholeDays', { count: pace.days }) })}
        </p>
      )}
    </fieldset>
  )
}
