import { useFormat } from '#web/platform/format/use-format.ts'
import { Tooltip } from '#web/ui/dialog/tooltip.tsx'
import { cx } from '#web/ui/page/cx.ts'

type MoneyProps = {
  amount: bigint
  /**
   * Two for a balance and a headline: the rest is cut, and shown on hover. Otherwise the given number, or as many as
   * the amount has, and 2 at least, so that parts add up to their sum.
   */
  decimals?: 2 | 4 | 8
  /** A plus before what comes in: for a list of movements. */
  isSigned?: boolean
  className?: string
}

/** An amount in mono figures. Decimals beyond the cents are lighter; in a column of amounts the points stand below each other. */
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
