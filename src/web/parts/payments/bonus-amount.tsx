import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'

/** Its background takes no room, so that the amount stands among others as they do. */
const chip =
  'relative isolate before:absolute before:-inset-x-1 before:inset-y-0 before:-z-1 before:rounded-chip before:bg-foil-soft'

type BonusAmountProps = {
  amount: bigint
  /** It was not credited, or was taken back. */
  isDim?: boolean
}

/** What a deposit brings on top of it. */
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
