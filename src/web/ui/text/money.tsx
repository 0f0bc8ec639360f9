import { useFormat } from '#web/platform/format/use-format.ts'
import { cx } from '#web/ui/page/cx.ts'

type MoneyProps = {
  amount: bigint
  /** As many as are said; without it as many as the amount has, and 2 at least. */
  decimals?: 4 | 8
  /** A plus before what comes in: for a list of movements. */
  isSigned?: boolean
  /** Where a phone has no room for all of it, the decimals beyond the cents end in an ellipsis; the rest stays. */
  canShorten?: boolean
  className?: string
}

/** An amount in mono figures, exact, so that what is shown adds up. Decimals beyond the cents are dimmed. */
export function MoneyText({ amount, decimals, isSigned = false, canShorten = false, className }: MoneyProps) {
  const { before, main, tail, after } = useFormat().moneyParts(amount, decimals)
  return (
    <span
      className={cx(
        'figures whitespace-nowrap',
        canShorten && 'max-narrow:inline-flex max-narrow:min-w-0',
        className,
      )}
    >
      {isSigned && amount > 0n && '+'}
      {before}
      {main}
      {tail !== '' &&
        (decimals === 4 ? (
          tail
        ) : (
          <span className={cx('text-ink-2', canShorten && 'max-narrow:min-w-[2ch] max-narrow:truncate')}>
            {tail}
          </span>
        ))}
      {after}
    </span>
  )
}
