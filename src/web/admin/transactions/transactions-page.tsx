import { type ReactNode, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { limits } from '#contract/base/limits.ts'
import { exportAdminTransactions, listAdminTransactions } from '#contract/ledger/admin-transactions.ts'
import { call } from '#web/platform/api/call.ts'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminTransactionsText } from '#web/messages/admin-transactions.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { BeyondBound } from '#web/ui/list/beyond-bound.tsx'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { keepWithin, pageIn } from '#web/ui/list/page-in.ts'
import { PagesAndSize, pageSizeIn } from '#web/ui/list/page-size.tsx'
import { Coming, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { usePageNumber } from '#web/ui/url/use-url-state.ts'
import { UrlSearch } from '#web/ui/fields/url-fields.tsx'
import type { Route } from './+types/transactions-page.ts'
import { AdminTransactionsTable } from './transactions-table.tsx'
import { TransactionDialog } from './transaction-dialog.tsx'

/** Spec §9. */
const sizes = { sizes: [5, 10, 20, 50], initial: 10 } as const

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminTransactionsText)('title'))

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const page = pageIn(searchParams)
  const before = idIn(searchParams, 'before')
  const query = { ...filtersOf(searchParams), before, limit: pageSizeIn(searchParams, sizes), page }
  const { transactions, pagination } = await call(
    listAdminTransactions,
    { query },
    { signal: request.signal },
  )
  keepWithin(request, { page, totalPages: pagination.totalPages })
  return { transactions, pagination }
}

/** Those of the address that mean something. */
function filtersOf(params: URLSearchParams) {
  const search = params.get('search')?.trim().slice(0, limits.searchMax)
  return { search: search === '' ? undefined : search, user_id: idIn(params, 'user') }
}

function idIn(params: URLSearchParams, name: string): number | undefined {
  const id = Number(params.get(name))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function HydrateFallback() {
  const t = useText(adminTransactionsText)
  return (
    <Frame
      aside={
        <Coming>
          <Export />
        </Coming>
      }
    >
      <Coming>
        <Search />
      </Coming>
      <Card isFlush>
        <SkeletonRows rows={sizes.initial} label={t('title')} />
      </Card>
    </Frame>
  )
}

export default function AdminTransactionsPage({
  loaderData: { transactions, pagination },
}: Route.ComponentProps) {
  const t = useText(adminTransactionsText)
  const page = usePageNumber()
  const isLoading = useNavigation().location?.pathname === '/admin/transactions'
  const [openId, setOpenId] = useState<number>()
  return (
    <Frame aside={<Export />}>
      <Search />
      <ListCard isLoading={isLoading}>
        {transactions.length === 0 ? (
          <NoTransactions />
        ) : (
          <AdminTransactionsTable transactions={transactions} onOpen={setOpenId} />
        )}
      </ListCard>
      <PagesAndSize page={page} totalPages={pagination.totalPages} {...sizes} />
      <BeyondBound
        pagination={pagination}
        lastId={transactions.at(-1)?.id}
        sentence={t('bounded', { count: pagination.totalItems })}
        searchSentence={t('boundedSearch')}
      />
      <TransactionDialog id={openId} onClose={() => setOpenId(undefined)} />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminTransactionsText)
  return (
    <Frame>
      <h2 className="text-20 font-bold">{t('couldNotLoad')}</h2>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminTransactionsText)
  return (
    <div className="grid gap-5">
      <PageHeading aside={aside}>{t('title')}</PageHeading>
      {children}
    </div>
  )
}

function Search() {
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

function Export() {
  const t = useText(adminTransactionsText)
  const { search } = useLocation()
  return (
    <DownloadButton
      path={exportPath(new URLSearchParams(search))}
      fileName="transactions.csv"
      label={t('download')}
      failure={t('downloadFailed')}
    />
  )
}

/** The file has what the filters show. */
function exportPath(params: URLSearchParams): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filtersOf(params)))
    if (value !== undefined) query.set(name, String(value))
  return `${exportAdminTransactions.path}?${query.toString()}`
}

function NoTransactions() {
  const t = useText(adminTransactionsText)
  return (
    <EmptyState message={t('noneFound')}>
      <LinkButton tone="secondary" to="/admin/transactions">
        {t('resetFilters')}
      </LinkButton>
    </EmptyState>
  )
}
