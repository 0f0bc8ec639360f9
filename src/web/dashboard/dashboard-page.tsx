import { useRevalidator } from 'react-router'
import { limits } from '#contract/limits.ts'
import { listOrders } from '#contract/orders.ts'
import { ApiError } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { sessionContext } from '#web/guard.ts'
import { dashboardText } from '#web/messages/en/dashboard.ts'
import { say, useText } from '#web/messages/text.ts'
import { pageTitle } from '#web/page-title.ts'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/dashboard-page.ts'
import { AccountSummary } from './account-summary.tsx'
import { Greeting } from './greeting.tsx'
import { NeedHelpCard } from './need-help-card.tsx'
import { RecentOrders } from './recent-orders.tsx'

export const meta: Route.MetaFunction = () => pageTitle(say(dashboardText, 'title'))

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const { user } = context.get(sessionContext)
  try {
    const query = { user_id: user.id, limit: limits.recentOrders }
    return { recent: await call(listOrders, { query }), failure: undefined }
  } catch (failure) {
    // The rest of the page does not need the orders.
    return { recent: undefined, failure }
  }
}

export function HydrateFallback() {
  const t = useText(dashboardText)
  return (
    <div className="grid gap-5">
      <Greeting />
      <CardSection title={t('recentOrders')}>
        <SkeletonRows rows={limits.recentOrders} label={t('loading')} />
      </CardSection>
    </div>
  )
}

export default function DashboardPage({ loaderData: { recent, failure } }: Route.ComponentProps) {
  const t = useText(dashboardText)
  const { revalidate, state } = useRevalidator()
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
          {recent === undefined ? (
            <ErrorState
              message={t('loadFailed')}
              requestId={failure instanceof ApiError ? failure.requestId : undefined}
              onRetry={() => void revalidate()}
              isBusy={state === 'loading'}
            />
          ) : (
            <RecentOrders loaded={recent.orders} />
          )}
        </CardSection>
        <div className="grid gap-5">
          <AccountSummary counts={recent?.counts} />
          <NeedHelpCard />
        </div>
      </div>
    </div>
  )
}
