import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { exportMoneyReport, getMoneyReport, type MoneyReport } from '#contract/reports/money-report.ts'
import { call } from '#web/platform/api/call.ts'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminReportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { PrintButton } from '#web/ui/paper/print-button.tsx'
import type { Route } from './+types/reports-page.ts'
import { MoneyTable } from './money-table.tsx'
import { reportOf } from './report-address.ts'
import { ReportHead } from './report-head.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminReportsText)('title'))

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const query = reportOf(new URL(url).searchParams)
  return { report: await call(getMoneyReport, { query }, { signal }), by: query.by }
}

/** A period's money, cut as one likes, with how it was before; a sheet that is printed as it stands. */
export default function AdminReportsPage({ loaderData: { report, by } }: Route.ComponentProps) {
  const t = useText(adminReportsText)
  const isLoading = useNavigation().location?.pathname === '/admin/reports'
  return (
    <Frame aside={<Ways />}>
      <ReportHead report={report} by={by} hasChart={!isEmpty(report)} />
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
