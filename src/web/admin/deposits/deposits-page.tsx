import type { ReactNode } from 'react'
import { Outlet, useLocation, useRevalidator } from 'react-router'
import { listAdminDeposits } from '#contract/payments/admin-deposits.ts'
import { depositStatuses } from '#contract/payments/payments.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useLiveGaps } from '#web/platform/live/live-events.ts'
import { useReread } from '#web/platform/live/use-reread.ts'
import { adminDepositsText } from '#web/messages/admin-deposits.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Card } from '#web/ui/page/card.tsx'
import { DeskList } from '#web/admin/frame/desk-list.tsx'
import { GatewayFilter, gatewayIn } from '#web/admin/frame/gateway-filter.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { FilterBars, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/deposits-page.ts'
import { DepositsTable } from './deposits-table.tsx'
import { EnterDeposit } from './enter-deposit.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminDepositsText)('title'))

const rowsPerPage = 25
const filters = ['attention', 'all', ...depositStatuses] as const

/** Begins with those that a person must look at. `?show=` names others, `?user_id=` one customer's, `?gateway=` one gateway's. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const shown = shownIn(searchParams)
  const userId = /^[1-9]\d{0,8}$/.exec(searchParams.get('user_id') ?? '')?.[0]
  const cursor = /^\d{1,18}$/.exec(searchParams.get('cursor') ?? '')?.[0]
  const query = {
    status: depositStatuses.find((known) => known === shown),
    attention: shown === 'attention' ? ('true' as const) : undefined,
    gateway: gatewayIn(searchParams),
    user_id: userId === undefined ? undefined : Number(userId),
    cursor,
    limit: rowsPerPage,
  }
  return call(listAdminDeposits, { query }, { signal: request.signal })
}

/** `attention=true` is how other pages lead here. */
function shownIn(params: URLSearchParams): (typeof filters)[number] {
  return filters.find((known) => known === params.get('show')) ?? 'attention'
}

export function HydrateFallback() {
  const t = useText(adminDepositsText)
  return (
    <Frame isComing>
      <FilterBars widths={['w-28', 'w-14', 'w-20', 'w-24', 'w-20', 'w-24']} />
      <Card isFlush>
        <SkeletonRows rows={6} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function AdminDepositsPage({
  loaderData: { deposits, next_cursor: nextCursor },
}: Route.ComponentProps) {
  const t = useText(adminDepositsText)
  const { search } = useLocation()
  useLiveGaps(useReread())
  const params = new URLSearchParams(search)
  const shown = shownIn(params)
  return (
    <Frame>
      <GatewayFilter value={gatewayIn(params)} hasManual />
      <DeskList
        path="/admin/deposits"
        filters={{
          label: t('filters'),
          shown,
          options: filters.map((value) => ({ value, label: t(value) })),
        }}
        empty={{ message: t(shown === 'attention' ? 'noneWait' : 'noneFound'), showAll: t('showAll') }}
        nextCursor={nextCursor}
      >
        {deposits.length > 0 ? <DepositsTable deposits={deposits} /> : undefined}
      </DeskList>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminDepositsText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

/** What was opened while the page is coming would be gone when it has come, so nothing opens then. */
function Frame({ isComing = false, children }: { isComing?: boolean; children: ReactNode }) {
  const t = useText(adminDepositsText)
  const { revalidate } = useRevalidator()
  const enter = (
    <div inert={isComing}>
      <EnterDeposit onEntered={revalidate} />
    </div>
  )
  return (
    <div className="grid gap-5">
      <PageHeading lead={t('lead')} aside={enter}>
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}
