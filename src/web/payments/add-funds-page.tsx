import { Suspense, use } from 'react'
import { useRevalidator } from 'react-router'
import { getConfig } from '#contract/settings.ts'
import { listTransactions } from '#contract/wallet.ts'
import { call } from '#web/api/call.ts'
import { sessionContext } from '#web/session/guard.ts'
import { paymentsText } from '#web/messages/payments.ts'
import { useText } from '#web/messages/text.ts'
import { useLiveEvent } from '#web/live/live-events.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { report } from '#web/report.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/add-funds-page.ts'
import { AddFundsForm } from './add-funds-form.tsx'
import { QuickStats } from './quick-stats.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, paymentsText)('addFunds'))

/** The figures follow: nobody has to wait for them to pay. */
export async function clientLoader({ request: { signal }, context }: Route.ClientLoaderArgs) {
  const summary = loadSummary(context.get(sessionContext).user.id, signal)
  return { config: await call(getConfig, { query: {} }, { signal }), summary }
}

type Summary = ReturnType<typeof loadSummary>

async function loadSummary(userId: number, signal: AbortSignal) {
  try {
    const { summary } = await call(listTransactions, { query: { userId, limit: 1 } }, { signal })
    return summary
  } catch (error) {
    if (!signal.aborted) report(error)
    return undefined
  }
}

export function HydrateFallback() {
  return <PageSkeleton />
}

export default function AddFundsPage({ loaderData: { config, summary } }: Route.ComponentProps) {
  const t = useText(paymentsText)
  return (
    <div className="grid gap-5">
      <PageHeading>{t('addFunds')}</PageHeading>
      <Suspense
        fallback={
          <Loading label={t('loadingStats')}>
            <Skeleton className="h-30 w-full" />
          </Loading>
        }
      >
        <Stats summary={summary} />
      </Suspense>
      <AddFundsForm config={config} />
    </div>
  )
}

/** When the balance moves, so does what it is made of. */
function Stats({ summary }: { summary: Summary }) {
  const { revalidate } = useRevalidator()
  const figures = use(summary)
  useLiveEvent('balance', ({ balance }) => {
    if (figures !== undefined && figures.balance !== balance) void revalidate()
  })
  return <QuickStats summary={figures} />
}
