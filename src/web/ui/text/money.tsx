import { useFormat } from '#web/platform/format/use-format.ts'
import { Tooltip } from '#web/ui/dialog/tooltip.tsx'
import { cx } from '#web/ui/page/cx.ts'

type MoneyProps = {
  amount: bigint
  /**
   * Two for a balance and a headline: the rest is truncated, and shown on hover. Default: as many as the amount has, at
   * least 2, so that parts add up to their sum.
   */
  decimals?: 2 | 4 | 8
  /** A plus sign before incoming amounts: for a list of movements. */
  isSigned?: boolean
  className?: string
}

/** An amount in tabular figures. Decimals beyond cents are lighter; columns of amounts are aligned at the decimal point. */
export function MoneyText({ amount, decimals, isSigned = false, className }: MoneyProps) {
  const { money, moneyParts } = useFormat()
  const { before, main, tail, after } = moneyParts(amount, decimals)
  const figure = (
    <span
      className={cx('figures at-the-point whitespace-nowrap', className)}
      data-tail={tail === '' ? undefined : tail.length}
    >
      {isSigned && amount > 0n && '+'}
      {before}
      {main}
      {tail !== '' && (decimals === 4 ? tail : <span className="text-ink-3">{tail}</span>)}
      {after}
    </span>
  )
  const isCut = decimals === 2 && moneyParts(amount).tail !== ''
  return isCut ? <Tooltip content={money(amount)}>{figure}</Tooltip> : figure
}
