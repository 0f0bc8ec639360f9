import { useLocation } from 'react-router'
import { exportMoneyReport, getMoneyReport, type MoneyReport } from '#contract/reports/money-report.ts'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { adminReportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { loadList, makeList, whole } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { PrintButton } from '#web/ui/paper/print-button.tsx'
import type { Route } from './+types/reports-page.ts'
import { isNothing } from './fold-days.ts'
import { MoneyTable } from './money-table.tsx'
import { reportOf } from './report-address.ts'
import { ReportHead } from './report-head.tsx'

const list = makeList({
  text: adminReportsText,
  words: (t) => ({
    title: t('title'),
    table: t('title'),
    noneFound: t('nothing'),
    failed: t('loadFailed'),
  }),
  read: reportOf,
  paging: whole,
  ask: (query) => queryOf(getMoneyReport, { query }),
  rowsOf: (report) => (isEmpty(report) ? [] : report.rows),
  rowKey: ({ key }) => key,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminReportsText)('title'))

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

/** A period's money by a selected dimension, compared with an earlier one; printable. */
export default function AdminReportsPage({ loaderData }: Route.ComponentProps) {
  const report = useLoaded(loaderData)
  const t = useText(adminReportsText)
  const { by } = reportOf(new URLSearchParams(useLocation().search))
  return (
    <ListPage
      list={list}
      data={report}
      aside={<Ways />}
      filters={<ReportHead report={report} by={by} hasChart={!isEmpty(report)} />}
      renderRows={() => <MoneyTable report={report} by={by} />}
      none={<EmptyState message={t('nothing')} />}
    >
      <p className="text-13 text-ink-3">{t('lead')}</p>
    </ListPage>
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
  return isNothing(now) && (before === null || isNothing(before))
}

/** The file has what the URL selects, with all rows. */
function Export() {
  const query = reportOf(new URLSearchParams(useLocation().search))
  const { from, to, by } = query
  return (
    <DownloadButton
      path={`${exportMoneyReport.path}?${new URLSearchParams(query).toString()}`}
      fileName={`report-${by}-${from}-${to}.csv`}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}
