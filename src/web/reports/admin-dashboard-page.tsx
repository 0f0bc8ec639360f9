import { Suspense, use } from 'react'
import { getStats } from '#contract/reports.ts'
import { LoadFailed } from '#web/api/load-failed.tsx'
import { call } from '#web/api/call.ts'
import { adminDashboardText } from '#web/messages/admin-dashboard.ts'
import { useText } from '#web/messages/text.ts'
import { mayDo, sessionContext } from '#web/session/guard.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import type { Route } from './+types/admin-dashboard-page.ts'
import { HeadlineCards } from './headline-cards.tsx'
import { QuickActions } from './quick-actions.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminDashboardText)('title'))

/** The figures follow: what one does here does not wait for them. Who may not read reports has none. */
export function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const { user } = context.get(sessionContext)
  return { stats: mayDo(user, 'reports') ? loadStats(request.signal) : undefined }
}

type Stats = ReturnType<typeof loadStats>

async function loadStats(signal: AbortSignal) {
  try {
    return { ...(await call(getStats, undefined, { signal })).data, failure: undefined }
  } catch (failure) {
    return { failure }
  }
}

export function HydrateFallback() {
  return <PageSkeleton />
}

export default function AdminDashboardPage({ loaderData: { stats } }: Route.ComponentProps) {
  const t = useText(adminDashboardText)
  return (
    <div className="grid gap-5">
      <PageHeading>{t('heading')}</PageHeading>
      {stats !== undefined && (
        <Suspense fallback={<HeadlineCards stats={undefined} />}>
          <Figures stats={stats} />
        </Suspense>
      )}
      <QuickActions />
    </div>
  )
}

function Figures({ stats }: { stats: Stats }) {
  const t = useText(adminDashboardText)
  const read = use(stats)
  if ('totalUsers' in read) return <HeadlineCards stats={read} />
  return <LoadFailed error={read.failure} message={t('loadFailed')} />
}
