import { type ReactNode, Suspense, use, useEffect } from 'react'
import { getMoneyReport } from '#contract/reports/money-report.ts'
import { getFirstSteps, getOverview } from '#contract/operations/overview.ts'
import { getStats } from '#contract/reports/reports.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { adminDashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { sessionContext } from '#web/platform/session/guard.ts'
import { mayDo } from '#web/platform/session/may.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded, type Loaded } from '#web/platform/query/query-client.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/dashboard-page.ts'
import { AttentionList } from './attention-list.tsx'
import { DashboardMoney } from './dashboard-money.tsx'
import { FirstSteps } from './first-steps.tsx'
import { HeadlineCards } from './headline-cards.tsx'
import { OrdersByStatus } from './orders-by-status.tsx'
import { QuickActions } from './quick-actions.tsx'
import { daysUntilNow } from '#web/admin/reports/report-address.ts'
import { SystemStatus } from './system-status.tsx'

const refreshMilliseconds = 20_000

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminDashboardText)('title'))

/** The figures follow: what one does here does not wait for them. What a member of staff may not read is not asked for. */
export function clientLoader({ request: { signal, url }, context }: Route.ClientLoaderArgs) {
  const { user } = context.get(sessionContext)
  const mayRead = mayDo(user, 'reports')
  const parts = {
    stats: mayRead ? caught(load(queryOf(getStats), signal)) : undefined,
    overview: mayRead ? caught(load(queryOf(getOverview), signal)) : undefined,
    money: mayRead
      ? caught(load(queryOf(getMoneyReport, { query: daysUntilNow(new URL(url).searchParams) }), signal))
      : undefined,
    steps: mayDo(user, 'settings') ? caught(load(queryOf(getFirstSteps), signal)) : undefined,
  }
  return { ...parts, failed: findFailed(Object.values(parts)) }
}

type Failed = { failure: unknown }
type Asked<Answer> = Promise<{ loaded: Loaded<Answer> } | Failed>

async function caught<Answer>(asked: Promise<Loaded<Answer>>): Asked<Answer> {
  try {
    return { loaded: await asked }
  } catch (failure) {
    return { failure }
  }
}

/** What fails mostly fails together: it is said once, in the first one's words. */
async function findFailed(parts: readonly (Asked<unknown> | undefined)[]): Promise<Failed | undefined> {
  for (const part of await Promise.all(parts)) if (part !== undefined && 'failure' in part) return part
  return undefined
}

export default function AdminDashboardPage({ loaderData }: Route.ComponentProps) {
  const t = useText(adminDashboardText)
  const { stats, overview, money, steps, failed } = loaderData
  useFreshFigures()
  return (
    <div className="grid gap-5">
      <PageHeading>{t('heading')}</PageHeading>
      <Suspense fallback={null}>
        <WhatFailed of={failed} />
      </Suspense>
      {stats !== undefined && (
        <Suspense fallback={<HeadlineCards stats={undefined} />}>
          <Part of={stats}>{({ data }) => <HeadlineCards stats={data} />}</Part>
        </Suspense>
      )}
      {/* Together: steps that come later would push down what one already reads. */}
      <Suspense fallback={<Loading label={t('heading')}>{waiting}</Loading>}>
        {steps !== undefined && <Part of={steps}>{(known) => <FirstSteps known={known} />}</Part>}
        <div className="grid items-start gap-5 wide:grid-cols-2">
          <div className="grid gap-5">
            {overview !== undefined && (
              <Suspense fallback={<Loading label={t('needsPerson')}>{waiting}</Loading>}>
                <Part of={overview}>{(known) => <AttentionList overview={known} />}</Part>
              </Suspense>
            )}
            <QuickActions />
          </div>
          {overview !== undefined && (
            <Suspense fallback={<Loading label={t('systemStatus')}>{waiting}</Loading>}>
              <Part of={overview}>
                {({ system, orders }) => (
                  <div className="grid gap-5">
                    <SystemStatus system={system} />
                    <OrdersByStatus orders={orders} />
                  </div>
                )}
              </Part>
            </Suspense>
          )}
        </div>
        {money !== undefined && (
          <Suspense fallback={<Loading label={t('money')}>{waiting}</Loading>}>
            <Part of={money}>{(report) => <DashboardMoney report={report} />}</Part>
          </Suspense>
        )}
      </Suspense>
    </div>
  )
}

const waiting = <Skeleton className="h-48 w-full" />

type Show<Answer> = { children: (answer: Answer) => ReactNode }

function Part<Answer>({ of, children }: { of: Asked<Answer> } & Show<Answer>) {
  const read = use(of)
  return 'loaded' in read && <Shown loaded={read.loaded}>{children}</Shown>
}

function Shown<Answer>({ loaded, children }: { loaded: Loaded<Answer> } & Show<Answer>) {
  return children(useLoaded(loaded))
}

function WhatFailed({ of }: { of: Promise<Failed | undefined> }) {
  const t = useText(adminDashboardText)
  const failed = use(of)
  return failed !== undefined && <LoadFailed error={failed.failure} message={t('loadFailed')} />
}

/** It is left open all day: read again while somebody looks. */
function useFreshFigures(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) rereadSoon(getStats, getOverview, getMoneyReport, getFirstSteps)
    }, refreshMilliseconds)
    return () => clearInterval(timer)
  }, [])
}
