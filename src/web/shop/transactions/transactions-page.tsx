import { useLocation } from 'react-router'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import { exportTransactions, listTransactions, transactionStatuses } from '#contract/ledger/transactions.ts'
import { transactionsText } from './texts.en.ts'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { periodOf } from '#web/platform/format/period.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { filePath, inPagesOfSearch, loadList, makeList } from '#web/ui/list/list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { searchIn } from '#web/ui/list/read-address.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { usePageNumber } from '#web/ui/url/use-url-state.ts'
import { OwedNote } from '#web/parts/wallet/owed-note.tsx'
import type { Route } from './+types/transactions-page.ts'
import { TransactionCards } from './transaction-cards.tsx'
import { TransactionFilters } from './transaction-filters.tsx'
import { columnsOf } from './transactions-columns.tsx'
import { useStatusCheck } from './use-status-check.ts'

const perPage = limits.transactionsPerPage

const list = makeList({
  text: transactionsText,
  words: (t) => ({
    title: t('title'),
    table: t('table'),
    noneFound: t('noneFound'),
    failed: t('loadFailed'),
  }),
  read(params) {
    const asked = params.get('status')?.toLowerCase()
    return {
      status: transactionStatuses.find((known) => known === asked),
      search: searchIn(params),
      ...periodOf(params),
    }
  },
  paging: inPagesOfSearch({ sizes: [perPage], initial: perPage }),
  ask: (query) => queryOf(listTransactions, { query }),
  rowsOf: ({ transactions }) => transactions,
  rowKey: ({ id, code }) => `${id} ${code}`,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, transactionsText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function TransactionsPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(transactionsText)
  const format = useFormat()
  const { transactions, summary, searched, pagination } = data
  const isBelow = new URLSearchParams(useLocation().search).has('cursor')
  // A search continues below its last page.
  const isLast = usePageNumber() >= (pagination?.totalPages ?? 1)
  const checking = useStatusCheck()
  useLiveEvent('balance', ({ balance }) => {
    if (balance !== summary.balance) rereadSoon(listTransactions)
  })
  useLiveEvent('notification', () => rereadSoon(listTransactions))
  useLiveGaps(() => rereadSoon(listTransactions))
  return (
    <ListPage
      list={list}
      data={data}
      columns={columnsOf(t, format, checking)}
      aside={<Aside isEmpty={transactions.length === 0} />}
      filters={<Above summary={summary} searched={isLast ? searched : undefined} />}
      none={
        searched === undefined && !isBelow ? (
          <NoneFound list={list}>
            <LinkButton to="/add-funds">{t('addFunds')}</LinkButton>
          </NoneFound>
        ) : (
          <EmptyState message={t('noneInThese')} />
        )
      }
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

type Data = AnswerOf<typeof listTransactions>

function Above({ summary, searched }: Pick<Data, 'summary' | 'searched'>) {
  const t = useText(transactionsText)
  return (
    <div className="grid gap-5">
      <OwedNote />
      <TransactionCards summary={summary} />
      <TransactionFilters />
      {searched !== undefined && (
        <output className="text-13 text-ink-3">{t('searched', { count: searched })}</output>
      )}
    </div>
  )
}

/** The file has what the filters show, the statement everything in the period. */
function Aside({ isEmpty }: { isEmpty: boolean }) {
  const t = useText(transactionsText)
  const { search } = useLocation()
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton
        tone="secondary"
        size="small"
        to={{ pathname: '/transactions/statement', search: periodIn(search) }}
      >
        {t('statement')}
      </LinkButton>
      <DownloadButton
        path={filePath(list, exportTransactions.path, search)}
        fileName="transactions.csv"
        isDisabled={isEmpty}
      />
    </div>
  )
}

/** The period in the URL, without other filters: a statement leaves nothing out. */
function periodIn(search: string): string {
  const params = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search))
    if (name === 'from' || name === 'to') params.set(name, value)
  return params.size === 0 ? '' : `?${params}`
}
