import { useState } from 'react'
import { useLocation } from 'react-router'
import { exportAdminTransactions, listAdminTransactions } from '#contract/ledger/admin-transactions.ts'
import { adminTransactionsText } from './texts.en.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { UrlSearch } from '#web/ui/fields/url-fields.tsx'
import { inBoundedPages, loadList, makeList } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { idIn, searchIn } from '#web/ui/list/read-address.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import type { Route } from './+types/transactions-page.ts'
import { TransactionDialog } from './transaction-dialog.tsx'
import { columnsOf } from './transactions-columns.tsx'

const list = makeList({
  text: adminTransactionsText,
  words: (t) => ({
    title: t('title'),
    table: t('table'),
    noneFound: t('noneFound'),
    failed: t('loadFailed'),
    failedTitle: t('couldNotLoad'),
  }),
  read: (params) => ({ search: searchIn(params), user_id: idIn(params, 'user') }),
  // Spec §9.
  paging: inBoundedPages({ sizes: [5, 10, 20, 50], initial: 10, isOfStaff: true }),
  ask: (query) => queryOf(listAdminTransactions, { query }),
  rowsOf: ({ transactions }) => transactions,
  rowKey: ({ id, code }) => `${id} ${code}`,
  idOf: ({ id }) => id,
  download: { path: exportAdminTransactions.path, fileName: 'transactions.csv' },
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminTransactionsText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminTransactionsPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminTransactionsText)
  const language = useLanguage()
  const [openId, setOpenId] = useState<number>()
  return (
    <ListPage
      list={list}
      data={data}
      columns={columnsOf(t, language, setOpenId)}
      filters={<Filters />}
      isCompact
      isLinked
    >
      <TransactionDialog id={openId} onClose={() => setOpenId(undefined)} />
    </ListPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function Filters() {
  const t = useText(adminTransactionsText)
  const userId = idIn(new URLSearchParams(useLocation().search), 'user')
  return (
    <div className="grid gap-3">
      <UrlSearch label={t('search')} hint={t('searchHint')} />
      {userId !== undefined && (
        <p className="flex flex-wrap items-center gap-3 text-14 text-ink-2">
          {t('ofUser', { id: String(userId) })}
          <LinkButton tone="secondary" size="tiny" to="/admin/transactions">
            {t('ofAll')}
          </LinkButton>
        </p>
      )}
    </div>
  )
}
