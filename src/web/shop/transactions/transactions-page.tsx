import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { limits } from '#contract/base/limits.ts'
import { toPagination } from '#contract/base/paging.ts'
import { exportTransactions, listTransactions, transactionStatuses } from '#contract/ledger/transactions.ts'
import { call } from '#web/platform/api/call.ts'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { useReread } from '#web/platform/live/use-reread.ts'
import { transactionsText } from '#web/messages/transactions.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { keepWithin, pageIn } from '#web/ui/list/page-in.ts'
import { Pager } from '#web/ui/list/pager.tsx'
import { FieldBars, FilterBars, Skeleton, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { usePageNumber } from '#web/ui/url/use-url-state.ts'
import type { Route } from './+types/transactions-page.ts'
import { periodOf } from '#web/platform/format/period.ts'
import { TransactionCards } from './transaction-cards.tsx'
import { TransactionFilters } from './transaction-filters.tsx'
import { TransactionsTable } from './transactions-table.tsx'
import { useStatusCheck } from './use-status-check.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, transactionsText)('title'))

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const page = pageIn(searchParams)
  const query = { ...filtersOf(searchParams), limit: limits.transactionsPerPage, page }
  const { transactions, summary, pagination } = await call(
    listTransactions,
    { query },
    { signal: request.signal },
  )
  const known = pagination ?? toPagination(transactions.length, limits.transactionsPerPage)
  keepWithin(request, { page, totalPages: known.totalPages })
  return { transactions, summary, totalPages: known.totalPages }
}

/** Those of the address that mean something. */
function filtersOf(params: URLSearchParams) {
  const asked = params.get('status')?.toLowerCase()
  const search = params.get('search')?.trim().slice(0, limits.searchMax)
  return {
    status: transactionStatuses.find((known) => known === asked),
    search: search === '' ? undefined : search,
    ...periodOf(params),
  }
}

export function HydrateFallback() {
  const t = useText(transactionsText)
  return (
    <Frame aside={<span className="h-9 max-wide:h-11" />}>
      <div className="grid grid-cols-4 gap-3 max-wide:grid-cols-2 max-[22.4rem]:grid-cols-1">
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} className="h-27 rounded-card max-wide:h-25" />
        ))}
      </div>
      <div className="grid gap-4">
        <FilterBars widths={['w-12', 'w-20', 'w-24', 'w-28', 'w-24']} />
        <div className="grid gap-4 wide:grid-cols-[1fr_22rem]">
          <FieldBars />
          <div className="grid grid-cols-2 gap-4 max-[359px]:grid-cols-1">
            <FieldBars />
            <FieldBars />
          </div>
        </div>
      </div>
      <Card isFlush>
        <SkeletonRows rows={limits.transactionsPerPage} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function TransactionsPage({
  loaderData: { transactions, summary, totalPages },
}: Route.ComponentProps) {
  const page = usePageNumber()
  const isLoading = useNavigation().location?.pathname === '/transactions'
  const checking = useStatusCheck()
  const reread = useReread()
  useLiveEvent('balance', ({ balance }) => {
    if (balance !== summary.balance) reread()
  })
  useLiveEvent('notification', reread)
  useLiveGaps(reread)
  return (
    <Frame aside={<Aside isEmpty={transactions.length === 0} />}>
      <TransactionCards summary={summary} />
      <TransactionFilters />
      <ListCard isLoading={isLoading}>
        {transactions.length === 0 ? (
          <NoTransactions />
        ) : (
          <TransactionsTable transactions={transactions} checking={checking} />
        )}
      </ListCard>
      <Pager page={page} totalPages={totalPages} />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(transactionsText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(transactionsText)
  return (
    <div className="grid gap-5">
      <PageHeading aside={aside}>{t('title')}</PageHeading>
      {children}
    </div>
  )
}

/** The file has what the filters show, the statement all of the period. */
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
        path={exportPath(new URLSearchParams(search))}
        fileName="transactions.csv"
        label={t('download')}
        isDisabled={isEmpty}
        failure={t('downloadFailed')}
      />
    </div>
  )
}

/** The period of the address, without its other filters: a statement leaves nothing out. */
function periodIn(search: string): string {
  const params = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search))
    if (name === 'from' || name === 'to') params.set(name, value)
  return params.size === 0 ? '' : `?${params}`
}

function exportPath(params: URLSearchParams): string {
  const { status, search, from, to } = filtersOf(params)
  const asked = { status, search, from: from?.toISOString(), to: to?.toISOString() }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value)
  return `${exportTransactions.path}?${query.toString()}`
}

function NoTransactions() {
  const t = useText(transactionsText)
  const { search } = useLocation()
  return search === '' ? (
    <EmptyState message={t('noneFound')}>
      <LinkButton to="/add-funds">{t('addFunds')}</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState message={t('noneFound')}>
      <LinkButton tone="secondary" to="/transactions">
        {t('resetFilters')}
      </LinkButton>
    </EmptyState>
  )
}
