import { Outlet } from 'react-router'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { exportStaffActions, listStaffActions } from '#contract/audit-log/audit-log.ts'
import { adminAuditText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { byCursor, loadList, makeList } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import type { Route } from './+types/audit-page.ts'
import { columnsOf } from './audit-columns.tsx'
import { AuditFilters, auditAsked } from './audit-filters.tsx'

export { HydrateFallback } from '#web/ui/feedback/page-skeleton.tsx'

const list = makeList({
  text: adminAuditText,
  words: (t) => ({
    title: t('title'),
    lead: t('lead'),
    table: t('table'),
    noneFound: t('noneFound'),
    failed: t('loadFailed'),
  }),
  read: auditAsked,
  paging: byCursor(50),
  ask: (query) => queryOf(listStaffActions, { query }),
  rowsOf: ({ actions }) => actions,
  rowKey: ({ number }) => number,
  columns: columnsOf,
  download: { path: exportStaffActions.path, fileName: 'staff-actions.csv' },
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminAuditText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminAuditPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminAuditText)
  const { actors, head } = data
  return (
    <ListPage
      list={list}
      data={data}
      filters={<AuditFilters actors={actors} />}
      isCompact
      isLinked
      none={head === null ? <EmptyState message={t('nothingYet')} /> : undefined}
    >
      {head !== null && <Head {...head} />}
      <Outlet />
    </ListPage>
  )
}

/** The head of the chain, to be noted elsewhere, with an explanation. */
function Head({ number, hash }: NonNullable<AnswerOf<typeof listStaffActions>['head']>) {
  const t = useText(adminAuditText)
  return (
    <div className="grid max-w-column gap-1 text-13 text-ink-2">
      <p>{t('chain')}</p>
      <p className="flex flex-wrap items-center gap-x-2">
        <span>{t('newestHash', { number: String(number) })}</span>
        <code className="figures wrap-anywhere">{hash}</code>
        <CopyButton value={hash} what={t('hash')} className="-my-2" />
      </p>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}
