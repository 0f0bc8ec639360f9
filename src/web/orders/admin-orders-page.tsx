import { Siren } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { limits } from '#contract/limits.ts'
import { listAdminOrders } from '#contract/order-desk.ts'
import { dispatchStates, orderStatuses } from '#contract/order-statuses.ts'
import { orderStatusesIn } from '#contract/words/statuses.ts'
import { call } from '#web/api/call.ts'
import { LoadFailed } from '#web/api/load-failed.tsx'
import { useLanguage } from '#web/language/reader-language.ts'
import { adminOrdersText } from '#web/messages/admin-orders.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SelectionBar } from '#web/ui/selection-bar.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { SuccessBanner } from '#web/ui/success-banner.tsx'
import { useSelection } from '#web/ui/table-selection.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { usePlaceUnderWay, useUrlState, useUrlText } from '#web/ui/use-url-state.ts'
import type { Route } from './+types/admin-orders-page.ts'
import { AdminOrdersTable } from './admin-orders-table.tsx'

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
    attention: params.get('show') === 'all' ? undefined : ('true' as const),
    status: status === undefined ? undefined : [status],
    dispatch: dispatchStates.find((known) => known === params.get('sending')),
    search: search === '' ? undefined : search,
    user_id: Number(/^\d{1,9}$/.exec(params.get('user') ?? '')?.[0] ?? 0) || undefined,
    cursor: /^[A-Za-z0-9_-]{1,100}$/.exec(params.get('cursor') ?? '')?.[0],
  }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filter = filterOf(new URL(request.url).searchParams)
  // Whoever looks for one finds it, whether it needs a person or not.
  const attention = filter.search === undefined && filter.user_id === undefined ? filter.attention : undefined
  const query = { ...filter, attention, limit: rowsPerPage }
  const { orders, next_cursor: next } = await call(listAdminOrders, { query }, { signal: request.signal })
  return { orders, next }
}

export function HydrateFallback() {
  const t = useText(adminOrdersText)
  return (
    <Frame>
      <Card isFlush>
        <SkeletonRows rows={12} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function AdminOrdersPage({ loaderData: { orders, next } }: Route.ComponentProps) {
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
      <Filters />
      <Card
        isFlush
        className={cx('transition-opacity duration-120', isLoading && 'opacity-60')}
        aria-busy={isLoading}
      >
        {orders.length === 0 ? <NoOrders /> : <AdminOrdersTable orders={orders} selection={selection} />}
        {chosen.length > 0 && (
          <SelectionBar selection={selection}>
            <Button size="small" onClick={() => setIsDeciding(true)}>
              {t('decide')}
            </Button>
          </SelectionBar>
        )}
      </Card>
      <Pages next={next} />
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

function Frame({ children }: { children: ReactNode }) {
  const t = useText(adminOrdersText)
  return (
    <div className="grid gap-5">
      <PageHeading
        aside={
          <LinkButton tone="secondary" size="small" to="/admin/orders/incidents">
            <Siren aria-hidden className="size-4" />
            {t('incidents')}
          </LinkButton>
        }
      >
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}

function Filters() {
  const t = useText(adminOrdersText)
  const statuses = orderStatusesIn[useLanguage()]
  const [text, setText] = useUrlText('search')
  const [show, setShow] = useUrlState<string>('show', 'attention')
  const [status, setStatus] = useUrlState<string>('status', '')
  const [sending, setSending] = useUrlState<string>('sending', '')
  return (
    <div className="grid gap-3 wide:grid-cols-[2fr_1fr_1fr_1fr] max-wide:grid-cols-2 max-wide:[&>:first-child]:col-span-2">
      <TextField
        label={t('search')}
        name="search"
        type="search"
        placeholder={t('searchHint')}
        maxLength={limits.searchMax}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <SelectField
        label={t('show')}
        name="show"
        value={show === 'all' ? 'all' : 'attention'}
        onChange={({ currentTarget }) => setShow(currentTarget.value)}
        options={[
          { value: 'attention', label: t('attention') },
          { value: 'all', label: t('all') },
        ]}
      />
      <SelectField
        label={t('status')}
        name="status"
        value={status}
        onChange={({ currentTarget }) => setStatus(currentTarget.value)}
        options={[
          { value: '', label: t('allStatuses') },
          ...orderStatuses.map((value) => ({ value, label: statuses[value] })),
        ]}
      />
      <SelectField
        label={t('sending')}
        name="sending"
        value={sending}
        onChange={({ currentTarget }) => setSending(currentTarget.value)}
        options={[
          { value: '', label: t('allSendings') },
          ...dispatchStates.map((value) => ({ value, label: t(`dispatch_${value}`) })),
        ]}
      />
    </div>
  )
}

function Pages({ next }: { next: string | null }) {
  const t = useText(adminOrdersText)
  const { pathname, search } = usePlaceUnderWay()
  const params = new URLSearchParams(search)
  const at = (cursor: string | undefined) => {
    const there = new URLSearchParams(params)
    if (cursor === undefined) there.delete('cursor')
    else there.set('cursor', cursor)
    return { pathname, search: there.size === 0 ? '' : `?${there}` }
  }
  return (
    <div className="flex justify-center gap-3">
      {params.has('cursor') && (
        <LinkButton tone="secondary" size="small" to={at(undefined)}>
          {t('newest')}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton tone="secondary" size="small" to={at(next)}>
          {t('older')}
        </LinkButton>
      )}
    </div>
  )
}

function NoOrders() {
  const t = useText(adminOrdersText)
  const { search } = useLocation()
  return (
    <EmptyState message={search === '' ? t('nothingToDo') : t('noneFound')}>
      <LinkButton tone="secondary" to={search === '' ? '/admin/orders?show=all' : '/admin/orders'}>
        {search === '' ? t('all') : t('resetFilters')}
      </LinkButton>
    </EmptyState>
  )
}
