import { formatMoney } from '#contract/money.ts'
import { cx } from './cx.ts'

type MoneyProps = {
  amount: bigint
  decimals?: 2 | 4 | 8
  /** A plus before what comes in: for a list of movements. */
  isSigned?: boolean
  className?: string
}

/** An amount in mono figures. Decimals beyond the cents are dimmed and smaller, as far as eight of them go. */
export function MoneyText({ amount, decimals = 2, isSigned = false, className }: MoneyProps) {
  const text = formatMoney(amount < 0n ? -amount : amount, decimals)
  const sign = amount < 0n ? '−' : isSigned && amount > 0n ? '+' : ''
  const tailAt = decimals === 8 ? text.length - 6 : text.length
  return (
    <span className={cx('figures whitespace-nowrap', className)}>
      {sign}${text.slice(0, tailAt)}
      {tailAt < text.length && <span className="text-[0.62em] text-ink-3">{text.slice(tailAt)}</span>}
    </span>
  )
}
