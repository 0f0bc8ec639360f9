import { Suspense, use } from 'react'
import { useRevalidator } from 'react-router'
import { limits } from '#contract/limits.ts'
import { listOrders } from '#contract/orders.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { sessionContext } from '#web/session/guard.ts'
import { dashboardText } from '#web/messages/dashboard.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import type { Route } from './+types/dashboard-page.ts'
import { AccountSummary } from './account-summary.tsx'
import { Greeting } from './greeting.tsx'
import { NeedHelpCard } from './need-help-card.tsx'
import { RecentOrders, RecentOrdersSkeleton } from './recent-orders.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, dashboardText)('title'))

/** The orders follow: the greeting and the two buttons do not wait for them. */
export function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  return { recent: loadRecent(context.get(sessionContext).user.id, request.signal) }
}

type Recent = ReturnType<typeof loadRecent>

async function loadRecent(userId: number, signal: AbortSignal) {
  try {
    const query = { user_id: userId, limit: limits.recentOrders }
    return { ...(await call(listOrders, { query }, { signal })), failure: undefined }
  } catch (failure) {
    return { orders: undefined, counts: undefined, failure }
  }
}

export function HydrateFallback() {
  return <PageSkeleton />
}

export default function DashboardPage({ loaderData: { recent } }: Route.ComponentProps) {
  const t = useText(dashboardText)
  return (
    <div className="grid gap-5">
      <Greeting />
      <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_20rem]">
        <CardSection
          title={t('recentOrders')}
          aside={
            <LinkButton to="/orders" tone="quiet" size="small" className="-me-3">
              {t('allOrders')}
            </LinkButton>
          }
        >
          <Suspense fallback={<RecentOrdersSkeleton label={t('loading')} />}>
            <Orders recent={recent} />
          </Suspense>
        </CardSection>
        <div className="grid gap-5">
          <Suspense fallback={<AccountSummary counts={undefined} />}>
            <Summary recent={recent} />
          </Suspense>
          <NeedHelpCard />
        </div>
      </div>
    </div>
  )
}

function Orders({ recent }: { recent: Recent }) {
  const t = useText(dashboardText)
  const { revalidate, state } = useRevalidator()
  const { orders, failure } = use(recent)
  if (orders !== undefined) return <RecentOrders loaded={orders} />
  return (
    <ErrorState
      message={t('loadFailed')}
      requestId={failure instanceof ApiError ? failure.requestId : undefined}
      onRetry={() => void revalidate()}
      isBusy={state === 'loading'}
    />
  )
}

function Summary({ recent }: { recent: Recent }) {
  return <AccountSummary counts={use(recent).counts} />
}
