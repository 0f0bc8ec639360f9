import { Siren } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { limits } from '#contract/base/limits.ts'
import { exportAdminOrders, listAdminOrders } from '#contract/orders/admin-orders.ts'
import { dispatchStates, orderStatuses } from '#contract/orders/order-statuses.ts'
import { call } from '#web/platform/api/call.ts'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminOrdersText } from '#web/messages/admin-orders.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { SelectionBar } from '#web/ui/list/selection-bar.tsx'
import { Coming, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import { useSelection } from '#web/ui/list/table-selection.tsx'
import type { Route } from './+types/orders-page.ts'
import { AdminOrdersTable } from './orders-table.tsx'
import { AdminOrdersFilters } from './orders-filters.tsx'
import { askedByView, viewIn } from './order-views.ts'

// Fetched when it is first opened.
const DecideDialog = lazy(async () => ({ default: (await import('./decide-dialog.tsx')).DecideDialog }))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminOrdersText)('title'))

const rowsPerPage = 50

/** What of the address means something. */
function filterOf(params: URLSearchParams) {
  const status = orderStatuses.find((known) => known === params.get('status'))
  const search = params.get('search')?.trim().slice(0, limits.searchMax)
  return {
    ...askedByView(viewIn(params), status),
    dispatch: dispatchStates.find((known) => known === params.get('sending')),
    search: search === '' ? undefined : search,
    key: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(params.get('key') ?? '')?.[0],
    user_id: Number(/^\d{1,9}$/.exec(params.get('user') ?? '')?.[0] ?? 0) || undefined,
    cursor: /^[A-Za-z0-9_-]{1,100}$/.exec(params.get('cursor') ?? '')?.[0],
  }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = { ...filterOf(new URL(request.url).searchParams), limit: rowsPerPage }
  const answer = await call(listAdminOrders, { query }, { signal: request.signal })
  const { orders, next_cursor: next, attention_count: toReview, api_key: apiKey } = answer
  return { orders, next, toReview, apiKey }
}

export function HydrateFallback() {
  const t = useText(adminOrdersText)
  return (
    <Frame>
      <Coming>
        <AdminOrdersFilters />
      </Coming>
      <Card isFlush>
        <SkeletonRows rows={12} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function AdminOrdersPage({
  loaderData: { orders, next, toReview, apiKey },
}: Route.ComponentProps) {
  const t = useText(adminOrdersText)
  const { revalidate } = useRevalidator()
  const isLoading = useNavigation().location?.pathname === '/admin/orders'
  const undecided = orders.filter(({ dispatch }) => dispatch.state === 'review').map(({ id }) => id)
  const selection = useSelection(orders.map(({ id }) => id))
  const [isDeciding, setIsDeciding] = useState(false)
  const [done, setDone] = useState<string>()
  const chosen = undecided.filter((id) => selection.chosen.has(id))
  return (
    <Frame>
      <SuccessBanner reader="staff" message={done} onClose={() => setDone(undefined)} />
      <AdminOrdersFilters toReview={toReview} apiKey={apiKey} />
      <ListCard isLoading={isLoading}>
        {orders.length === 0 ? (
          <NoOrders isMore={next !== null} />
        ) : (
          <AdminOrdersTable orders={orders} selection={selection} />
        )}
        {chosen.length > 0 && (
          <SelectionBar selection={selection}>
            <Button size="small" onClick={() => setIsDeciding(true)}>
              {t('decide')}
            </Button>
          </SelectionBar>
        )}
      </ListCard>
      <OlderPages nextCursor={next} />
      {isDeciding && (
        <LazyPart isFloating>
          <DecideDialog
            title={t('decideTitle', { count: chosen.length })}
            ids={chosen}
            onClose={() => setIsDeciding(false)}
            onDone={async (message) => {
              setDone(message)
              selection.clear()
              await revalidate()
            }}
          />
        </LazyPart>
      )}
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminOrdersText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

/** The file has what the list shows, and what is older. */
function exportPath(params: URLSearchParams): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filterOf(params)))
    if (value !== undefined && name !== 'cursor') query.set(name, String(value))
  return `${exportAdminOrders.path}?${query.toString()}`
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(adminOrdersText)
  const { search } = useLocation()
  return (
    <div className="grid gap-5">
      <PageHeading
        aside={
          <div className="flex flex-wrap gap-3">
            <DownloadButton
              path={exportPath(new URLSearchParams(search))}
              fileName="orders.csv"
              label={t('download')}
              failure={t('downloadFailed')}
            />
            <LinkButton tone="secondary" size="small" to="/admin/orders/incidents">
              <Siren aria-hidden className="size-4" />
              {t('incidents')}
            </LinkButton>
          </div>
        }
      >
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}

/** A word is looked for in some hundred orders at a time. */
function NoOrders({ isMore }: { isMore: boolean }) {
  const t = useText(adminOrdersText)
  const { search } = useLocation()
  if (isMore) return <EmptyState message={t('noneAmongThese')} />
  return (
    <EmptyState message={search === '?show=review' ? t('nothingToDo') : t('noneFound')}>
      {search !== '' && (
        <LinkButton tone="secondary" to="/admin/orders">
          {search === '?show=review' ? t('all') : t('resetFilters')}
        </LinkButton>
      )}
    </EmptyState>
  )
}
