import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { exportMoneyReport, getMoneyReport, type MoneyReport } from '#contract/money-report.ts'
import { call } from '#web/api/call.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { LoadFailed } from '#web/api/load-failed.tsx'
import { useFormat } from '#web/language/use-format.ts'
import { adminReportsText } from '#web/messages/admin-reports.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chart } from '#web/ui/chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListCard } from '#web/ui/list-card.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import { Coming, SkeletonRows } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/admin-reports-page.ts'
import { CountedUntil } from './counted-until.tsx'
import { MoneyCards } from './money-cards.tsx'
import { MoneyTable } from './money-table.tsx'
import { reportOf, toLocalDate } from './report-address.ts'
import { ReportFilters } from './report-filters.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminReportsText)('title'))

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const query = reportOf(new URL(url).searchParams)
  return { report: await call(getMoneyReport, { query }, { signal }), by: query.by }
}

export function HydrateFallback() {
  const t = useText(adminReportsText)
  return (
    <Frame
      aside={
        <Coming>
          <Ways />
        </Coming>
      }
    >
      <Coming>
        <ReportFilters />
      </Coming>
      <Card isFlush>
        <SkeletonRows rows={12} label={t('loading')} />
      </Card>
    </Frame>
  )
}

/** A period's money, cut as one likes, with how it was before; a sheet that is printed as it stands. */
export default function AdminReportsPage({ loaderData: { report, by } }: Route.ComponentProps) {
  const t = useText(adminReportsText)
  const isLoading = useNavigation().location?.pathname === '/admin/reports'
  return (
    <Frame aside={<Ways />}>
      <ReportFilters />
      <Span report={report} />
      <MoneyCards total={report.total} />
      {by === 'day' && report.rows.length > 1 && !isEmpty(report) && <RevenueChart rows={report.rows} />}
      <ListCard isLoading={isLoading}>
        {isEmpty(report) ? <EmptyState message={t('nothing')} /> : <MoneyTable report={report} by={by} />}
      </ListCard>
      <p className="text-13 text-ink-3">{t('lead')}</p>
    </Frame>
  )
}

function Ways() {
  const t = useText(adminReportsText)
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <LinkButton tone="quiet" size="small" to="/admin/reports/reconciliation">
        {t('reconciliation')}
      </LinkButton>
      <Export />
      <PrintButton size="small" />
    </div>
  )
}

function isEmpty({ total: { now, before } }: MoneyReport): boolean {
  const isNothing = (figures: object) =>
    Object.values(figures).every((one) => one === 0 || one === 0n || one === null)
  return isNothing(now) && (before === null || isNothing(before))
}

function Span({ report }: { report: MoneyReport }) {
  const t = useText(adminReportsText)
  const format = useFormat()
  const day = (text: string) => format.date(toLocalDate(text))
  const { from, to, before_from: beforeFrom, before_to: beforeTo } = report
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
      <p>
        <span className="text-17 font-semibold">{t('fromTo', { from: day(from), to: day(to) })}</span>
        {beforeFrom !== null && beforeTo !== null && (
          <span className="ps-3 text-14 text-ink-2">
            {t('comparedWith', { from: day(beforeFrom), to: day(beforeTo) })}
          </span>
        )}
      </p>
      <p className="text-13 text-ink-3">
        <CountedUntil until={report.counted_until} />
      </p>
    </div>
  )
}

function RevenueChart({ rows }: Pick<MoneyReport, 'rows'>) {
  const t = useText(adminReportsText)
  const format = useFormat()
  const days = rows.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  return (
    <Card className="print:hidden">
      <Chart
        caption={t('byDay', { figure: t('revenue') })}
        headings={[t('day'), t('revenue')]}
        points={days.map(({ key, now: { revenue } }) => ({
          label: format.date(toLocalDate(key)),
          size: Number(revenue),
          text: format.money(revenue),
        }))}
      />
    </Card>
  )
}

/** The file has what the address shows, with all of its rows. */
function Export() {
  const t = useText(adminReportsText)
  const query = reportOf(new URLSearchParams(useLocation().search))
  const { from, to, by } = query
  return (
    <DownloadButton
      path={`${exportMoneyReport.path}?${new URLSearchParams(query).toString()}`}
      fileName={`report-${by}-${from}-${to}.csv`}
      label={t('download')}
      failure={t('downloadFailed')}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminReportsText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminReportsText)
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading aside={aside}>{t('title')}</PageHeading>
      {children}
    </div>
  )
}
