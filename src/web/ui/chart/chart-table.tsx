import ChevronRight from 'lucide-react/icons/chevron-right'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

type ChartTableProps = {
  caption: string
  /** What stands above the two columns. */
  headings: readonly [label: string, value: string]
  rows: readonly { label: string; text: string }[]
}

/** Every figure of a drawing, for those who read rather than look. */
export function ChartTable({ caption, headings, rows }: ChartTableProps) {
  const t = useText(commonText)
  return (
    <details className="text-14">
      <summary className="inline-flex min-h-9 items-center gap-1 rounded-chip text-ink-2 underline-offset-4 hover:underline max-wide:min-h-11">
        <ChevronRight aria-hidden className="size-4 in-[[open]]:rotate-90" />
        {t('figures')}
      </summary>
      <table className="w-full max-w-form border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={`border-b border-line py-1 text-13 font-semibold text-ink-3 ${index === 0 ? 'text-start' : 'text-end'}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, text }) => (
            <tr key={`${label} ${text}`} className="border-b border-line last:border-0">
              <th scope="row" className="py-1 text-start font-normal">
                {label}
              </th>
              <td className="figures py-1 text-end">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
