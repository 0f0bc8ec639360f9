import type { PublicConfig } from '#contract/settings/public-config.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Progress } from '#web/ui/chart/progress.tsx'
import { bonusBySteps, findNextStep, toAmountText } from '#web/parts/payments/deposit-amount.ts'

type NextBonusProps = {
  amount: bigint
  bonuses: PublicConfig['bonuses']
  limits: PublicConfig['limits']
  onChoose: (text: string) => void
}

/** The amount missing for the next bonus, and a button that adds it. */
export function NextBonus({ amount, bonuses, limits, onChoose }: NextBonusProps) {
  const t = useText(paymentsText)
  const format = useFormat()
  const { percent } = bonusBySteps(amount, bonuses)
  const next = findNextStep(amount, bonuses, limits.deposit_max)
  if (next === undefined)
    return percent === 0 ? null : <p className="text-14">{t('highestBonus', { percent: String(percent) })}</p>
  const bonus = { percent: String(next.percent) }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-14">
          {amount === 0n
            ? t('bonusFrom', { ...bonus, from: format.moneyBrief(next.from) })
            : t('bonusMissing', { ...bonus, amount: format.moneyBrief(next.from - amount) })}
        </p>
        {amount > 0n && (
          <Button
            tone="quiet"
            size="small"
            className="-me-3"
            onClick={() => onChoose(toAmountText(next.from))}
          >
            {t('makeIt', { amount: format.moneyBrief(next.from) })}
          </Button>
        )}
      </div>
      <Progress
        label={t('toNextBonus')}
        tone="foil"
        share={Number(amount) / Number(next.from)}
        valueText={t('amountOf', { amount: format.money(amount), total: format.moneyBrief(next.from) })}
      />
    </div>
  )
}
