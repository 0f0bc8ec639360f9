import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Format } from '#contract/base/format.ts'
import {
  type MoneyReport,
  type ReportCut,
  type ReportFigures,
  reportSorts,
} from '#contract/reports/money-report.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import type { Sort } from '#web/ui/list/table-head.tsx'
import { withParam } from '#web/ui/url/url-place.ts'
import { useUrlChange } from '#web/ui/url/use-url-state.ts'
import { ChangeNote } from './change-note.tsx'
import { foldDays } from './fold-days.ts'
import { isOpenDay, toLocalDate } from './report-address.ts'

/** More rows scroll in their own box, so that the content below stays within reach. */
const rowsOfPage = 100

type Row = {
  key: string
  name: string
  to?: string
  isSum?: true
  /** Several days without activity. */
  isQuiet?: true
  now: ReportFigures
  before: ReportFigures | null
}

/** Exact figures, with the remaining rows and the total as the last rows, so that they add up. */
export function MoneyTable({ report, by }: { report: MoneyReport; by: ReportCut }) {
  const t = useText(adminReportsText)
  const format = useFormat()
  const nameOf = useRowNames(by)
  const { sort, onSort } = useSort(by)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const folded =
    by === 'day' && sort.by === 'name'
      ? foldDays(report.rows, (day) => day === report.to && isOpenDay(day, report.counted_until))
      : report.rows
  const shown = isUnfolded ? report.rows : folded
  const count = folded.reduce((sum, row) => sum + ('days' in row ? row.days : 0), 0)
  const rows: Row[] = shown.map((row) => {
    const { now, before } = row
    if (!('days' in row)) return { key: row.key, ...nameOf(row.key, row.name), now, before }
    const span = { from: format.date(toLocalDate(row.from)), to: format.date(toLocalDate(row.to)) }
    return { key: row.from, name: t('quietDays', { count: row.days, ...span }), isQuiet: true, now, before }
  })
  if (report.others !== null)
    rows.push({
      key: 'others',
      name: t('others', { count: report.others.count }),
      isSum: true,
      ...report.others,
    })
  rows.push({ key: 'total', name: t('total'), isSum: true, ...report.total })
  const isOpen = isOpenDay(report.to, report.counted_until)
  const columns = columnsOf({
    t,
    format,
    by,
    isCompared: report.total.before !== null,
    isPart: ({ key }) => isOpen && (report.from === report.to || (by === 'day' && key === report.to)),
    hasMoneyIn: report.total.now.deposits !== null,
  })
  const period = { from: format.date(toLocalDate(report.from)), to: format.date(toLocalDate(report.to)) }
  return (
    <div
      className={cx(
        'rows:overflow-x-auto rows:[&_td]:px-2 rows:[&_td]:text-13 rows:[&_th]:px-2',
        rows.length > rowsOfPage && 'max-h-[80dvh] overflow-y-auto overscroll-contain print:max-h-none',
      )}
    >
      <Table
        caption={t('table', { cut: t(by), ...period })}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        rowClass={({ isSum, isQuiet }) =>
          isSum ? 'bg-sunken font-semibold' : isQuiet ? 'text-ink-3' : undefined
        }
        isCompact
        sort={sort}
        onSort={onSort}
      />
      {count > 0 && (
        <p className="px-3 py-2 print:hidden">
          <Button
            tone="quiet"
            size="small"
            aria-pressed={isUnfolded}
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            {t('showQuietDays', { count })}
          </Button>
        </p>
      )}
    </div>
  )
}

type ColumnsProps = {
  t: Say<typeof adminReportsText>
  format: Format
  by: ReportCut
  isCompared: boolean
  /** The row's day has not ended. */
  isPart: (row: Row) => boolean
  hasMoneyIn: boolean
}

function columnsOf({ t, format, by, isCompared, isPart, hasMoneyIn }: ColumnsProps): Column<Row>[] {
  const amount = (
    figure: Exclude<keyof ReportFigures, 'orders'>,
    narrow: 'end' | 'second-end' | 'hidden' = 'hidden',
  ): Column<Row> => ({
    key: figure,
    heading: t(figure),
    align: 'end',
    narrow,
    isSortable: true,
    amountOf: ({ now }) => now[figure] ?? 0n,
    cell: ({ now }) => (
      <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
        {narrow !== 'hidden' && <CardLabel>{t(figure)}</CardLabel>}
        <MoneyText amount={now[figure] ?? 0n} />
      </span>
    ),
  })
  return [
    {
      key: 'name',
      heading: t(by),
      narrow: 'whole',
      isSortable: true,
      cell: ({ name, to }) =>
        to === undefined ? (
          <span className={by === 'day' ? 'rows:whitespace-nowrap' : 'wrap-anywhere'}>{name}</span>
        ) : (
          <AdminLink className="wrap-anywhere underline-offset-4 hover:underline" to={to}>
            {name}
          </AdminLink>
        ),
    },
    {
      key: 'orders',
      heading: t('orders'),
      align: 'end',
      narrow: 'second',
      isSortable: true,
      cell: ({ now }) => (
        <span className="inline-flex items-baseline gap-x-2">
          <CardLabel>{t('orders')}</CardLabel>
          <span className="figures">{format.number(now.orders)}</span>
        </span>
      ),
    },
    amount('sold'),
    amount('refunded'),
    amount('revenue', 'end'),
    ...(!isCompared
      ? []
      : [
          {
            key: 'change',
            heading: t('before'),
            align: 'end' as const,
            cell: (row: Row) => (
              <span className="text-13 whitespace-nowrap text-ink-2">
                {row.before?.revenue === 0n && row.now.revenue === 0n ? (
                  <>
                    {/* A symbol for no change from nothing: words would take a figure's space. */}
                    <span aria-hidden>–</span>
                    <span className="sr-only">{t('unchanged')}</span>
                  </>
                ) : (
                  <ChangeNote
                    now={row.now.revenue}
                    before={row.before?.revenue}
                    isPart={isPart(row)}
                    say={(amount) => format.money(amount, 2)}
                  />
                )}
              </span>
            ),
          },
        ]),
    amount('cost'),
    amount('margin', 'second-end'),
    ...(hasMoneyIn ? [amount('deposits')] : []),
  ]
}

/** The figure's name if there is no column heading above it; screen readers get it from the table's roles. */
function CardLabel({ children }: { children: string }) {
  return (
    <span aria-hidden className="text-13 font-normal text-ink-3 rows:hidden">
      {children}
    </span>
  )
}

/** Sorted by the server, across all rows and not only those shown. */
function useSort(by: ReportCut): { sort: Sort; onSort: (sort: Sort) => void } {
  const change = useUrlChange()
  const params = new URLSearchParams(useLocation().search)
  const known = reportSorts.find((one) => one === params.get('sort'))
  const first: Sort =
    by === 'day' ? { by: 'name', direction: 'descending' } : { by: 'revenue', direction: 'descending' }
  const direction = params.get('direction') === 'ascending' ? 'ascending' : 'descending'
  const sort = known === undefined ? first : { by: known, direction: direction as Sort['direction'] }
  const onSort = (next: Sort) =>
    change((place) => withParam(withParam(place, 'sort', next.by), 'direction', next.direction))
  // Figures start with the largest.
  const turned = (next: Sort) =>
    onSort(next.by === sort.by || next.by === 'name' ? next : { ...next, direction: 'descending' })
  return { sort, onSort: turned }
}

function useRowNames(by: ReportCut): (key: string, name: string | null) => Pick<Row, 'name' | 'to'> {
  const t = useText(adminReportsText)
  const format = useFormat()
  return (key, name) => {
    // In Russian without the word for "year", for which nine columns leave no space.
    if (by === 'day') return { name: format.date(toLocalDate(key)).replace(/\sг\.$/, '') }
    if (by === 'platform') return { name: key === '' ? t('noPlatform') : key }
    if (by === 'provider')
      return key === '0'
        ? { name: t('noProvider') }
        : { name: name ?? `#${key}`, to: `/admin/providers/${key}` }
    if (by === 'service') return { name: key === '0' ? t('noService') : `${name ?? ''} #${key}`.trim() }
    return name === null ? { name: t('deletedCustomer', { id: key }) } : { name, to: `/admin/users/${key}` }
  }
}
