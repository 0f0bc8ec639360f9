import ChevronRight from 'lucide-react/icons/chevron-right'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'

type ChartTableProps = {
  caption: string
  /** What stands above each column, that of the places first. */
  headings: readonly string[]
  rows: readonly { label: string; texts: readonly string[] }[]
}

/** Every figure of a drawing, for those who read rather than look. */
export function ChartTable({ caption, headings, rows }: ChartTableProps) {
  const t = useText(commonText)
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
        {rows.map(({ label, texts }) => (
          <tr key={label} className="border-b border-line last:border-0">
            <th scope="row" className="py-1 text-start font-normal">
              {label}
            </th>
            {texts.map((text, index) => (
              <td key={headings[index + 1]} className="figures py-1 ps-4 text-end whitespace-nowrap">
                {text}
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
        // A phone has no room for all columns: the keyboard scrolls them as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is a stop of the keyboard
        <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
          {table}
        </section>
      )}
    </details>
  )
}
