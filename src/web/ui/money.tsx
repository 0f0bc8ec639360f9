import { formatExact, formatMoney } from '#contract/money.ts'
import { cx } from './cx.ts'

type MoneyProps = {
  amount: bigint
  /** As many as are said; without it as many as the amount has, and 2 at least. */
  decimals?: 4 | 8
  /** A plus before what comes in: for a list of movements. */
  isSigned?: boolean
  className?: string
}

/** An amount in mono figures, exact, so that what is shown adds up. Decimals beyond the cents are dimmed. */
export function MoneyText({ amount, decimals, isSigned = false, className }: MoneyProps) {
  const size = amount < 0n ? -amount : amount
  const text = decimals === undefined ? formatExact(size) : formatMoney(size, decimals)
  const sign = amount < 0n ? '−' : isSigned && amount > 0n ? '+' : ''
  const tailAt = decimals === 4 ? text.length : text.indexOf('.') + 3
  return (
    <span className={cx('figures whitespace-nowrap', className)}>
      {sign}${text.slice(0, tailAt)}
      {tailAt < text.length && <span className="text-ink-2">{text.slice(tailAt)}</span>}
    </span>
  )
}
