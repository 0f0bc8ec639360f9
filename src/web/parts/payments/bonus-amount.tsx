import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'

/** The background takes no space, so that the amount aligns with others. */
const chip =
  'relative isolate before:absolute before:-inset-x-1 before:inset-y-0 before:-z-1 before:rounded-chip before:bg-foil-soft'

type BonusAmountProps = {
  amount: bigint
  /** It was not credited, or was reversed. */
  isDim?: boolean
}

/** The bonus on a deposit. */
export function BonusAmount({ amount, isDim = false }: BonusAmountProps) {
  const isGiven = amount > 0n && !isDim
  return (
    <MoneyText
      amount={amount}
      isSigned
      className={cx(isDim && 'text-ink-2', isGiven && `${chip} font-semibold text-foil-ink`)}
    />
  )
}
