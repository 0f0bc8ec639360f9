/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers drop the implicit roles of a table that is laid out otherwise */
import type { ReactNode } from 'react'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { styleOfTails } from '#web/ui/text/tails.ts'
import type { DaySums } from './sum-days.ts'
import { transactionsText } from './texts.en.ts'

/** On a phone the date is on one line and the amounts on the next. */
const rowClass = 'border-b border-line max-narrow:grid max-narrow:grid-cols-2'
const cellClass = 'py-2 pe-4 text-end'

/** A long statement by day, oldest first. */
export function StatementDays({ days }: { days: readonly DaySums[] }) {
  const t = useText(transactionsText)
  const format = useFormat()
  const columns = [
    { label: t('totalDeposits'), amountOf: ({ totals }: DaySums) => totals.totalDeposits, isSigned: true },
    { label: t('totalOrders'), amountOf: ({ totals }: DaySums) => -totals.totalOrders, isSigned: false },
    {
      label: t('refundsAndBonuses'),
      amountOf: ({ totals }: DaySums) => totals.refundsAndBonuses,
      isSigned: true,
    },
    { label: t('closing'), amountOf: ({ closing }: DaySums) => closing, isSigned: false },
  ].map((column) => ({ ...column, style: styleOfTails(days.map(column.amountOf)) }))
  const head = (label: string, own: string): ReactNode => (
    <th key={label} role="columnheader" scope="col" className={cx('font-semibold', own)}>
      {label}
    </th>
  )
  return (
    <table role="table" className="w-full border-collapse text-14 max-wide:text-12">
      <caption className="sr-only">{t('statementTitle')}</caption>
      <thead role="rowgroup" className="max-narrow:sr-only">
        <tr role="row" className="border-b border-line text-13 text-ink-3 max-wide:text-12">
          {head(t('date'), 'py-2 pe-4 text-start')}
          {head(t('transactionsOfDay'), cellClass)}
          {columns.map(({ label }) => head(label, cellClass))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {days.map((day) => (
          <tr key={day.day.getTime()} role="row" className={cx(rowClass, 'break-inside-avoid last:border-0')}>
            <th role="rowheader" scope="row" className="py-2 pe-4 text-start font-normal whitespace-nowrap">
              {format.date(day.day)}
            </th>
            <td role="cell" className={cellClass}>
              <span className="block text-ink-3 narrow:hidden">{t('transactionsOfDay')}</span>
              {format.number(day.lines)}
            </td>
            {columns.map(({ label, amountOf, isSigned, style }) => (
              <td key={label} role="cell" style={style} className={cellClass}>
                <span className="block text-ink-3 narrow:hidden">{label}</span>
                <MoneyText amount={amountOf(day)} isSigned={isSigned} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
