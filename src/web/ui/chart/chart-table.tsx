import ChevronRight from 'lucide-react/icons/chevron-right'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { styleOfTails, tailOf } from '#web/ui/text/tails.ts'

/** `amount`: `text` is money, aligned at the decimal point. */
type TableCell = { text: string; amount?: bigint }

type ChartTableProps = {
  caption: string
  /** The column headings, that of the places first. */
  headings: readonly string[]
  rows: readonly { label: string; cells: readonly TableCell[] }[]
}

/** Every figure of a chart, for screen readers and for reading exact values. */
export function ChartTable({ caption, headings, rows }: ChartTableProps) {
  const t = useText(commonText)
  const tails = headings.slice(1).map((_, at) => styleOfTails(rows.map(({ cells }) => cells[at]?.amount)))
  const table = (
    <table className={cx('w-full border-collapse', headings.length === 2 && 'max-w-form')}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading, index) => (
            <th
              key={heading}
              scope="col"
              className={cx(
                'border-b border-line py-1 text-13 font-semibold text-ink-3',
                index === 0 ? 'text-start' : 'ps-4 text-end',
              )}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, cells }) => (
          <tr key={label} className="border-b border-line last:border-0">
            <th scope="row" className="py-1 text-start font-normal">
              {label}
            </th>
            {cells.map(({ text, amount = 0n }, index) => (
              <td
                key={headings[index + 1]}
                style={tails[index]}
                className="py-1 ps-4 text-end whitespace-nowrap"
              >
                <span className="figures at-the-point" data-tail={tailOf(amount)}>
                  {text}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <details className="min-w-0 text-14">
      <summary className="inline-flex min-h-9 items-center gap-1 rounded-chip text-ink-2 underline-offset-4 hover:underline max-wide:min-h-11">
        <ChevronRight aria-hidden className="size-4 in-[[open]]:rotate-90" />
        {t('figures')}
      </summary>
      {headings.length === 2 ? (
        table
      ) : (
        // On a phone not all columns fit, so the keyboard must be able to scroll them.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area is a tab stop
        <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
          {table}
        </section>
      )}
    </details>
  )
}
