import { lazy, type ReactNode, Suspense, use, useEffect } from 'react'
import { getOwnActions } from '#contract/audit-log/audit-log.ts'
import { getAttention } from '#contract/operations/attention.ts'
import { type Diagnostics, getDiagnostics } from '#contract/operations/diagnostics.ts'
import { getFirstSteps, getOverview } from '#contract/operations/overview.ts'
import { listAdminOrders } from '#contract/orders/admin-orders.ts'
import { getMoneyReport } from '#contract/reports/money-report.ts'
import { getStats } from '#contract/reports/reports.ts'
import { getToday } from '#contract/reports/today.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { adminDashboardText } from './texts.en.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { sessionContext } from '#web/platform/session/guard.ts'
import { mayDo } from '#web/platform/session/may.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { type Query, queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded, type Loaded } from '#web/platform/query/query-client.ts'
import { useFenced } from '#web/parts/staff/attention.ts'
import { useIsOwner } from '#web/platform/session/may.ts'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/dashboard-page.ts'
import { AttentionList } from './attention-list.tsx'
import { BestSellers } from './best-sellers.tsx'
import { DashboardMoney } from './dashboard-money.tsx'
import { GetStarted } from './set-up/get-started.tsx'
import { HeadlineCards } from './headline-cards.tsx'
import { LatestOrders } from './latest-orders.tsx'
import { OrdersByStatus } from './orders-by-status.tsx'
import { OwnActions } from './own-actions.tsx'
import { QuickActions } from './quick-actions.tsx'
import { daysUntilNow } from '#web/admin/reports/report-address.ts'
import { SystemStatus, SystemStatusCard } from './system-status.tsx'
import { TodayFigures } from './today-figures.tsx'

// Most shops are never restored.
const ResumeCard = lazy(() => import('#web/parts/restored/resume-card.tsx'))

const refreshMilliseconds = 20_000
const latestOrders = 5

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminDashboardText)('title'))

/** The figures load later: actions don't wait for them. Data that the staff member may not read is not requested. */
export function clientLoader({ request: { signal, url }, context }: Route.ClientLoaderArgs) {
  const { user } = context.get(sessionContext)
  const ask = <T,>(isAllowed: boolean, query: Query<T>) =>
    isAllowed ? caught(load(query, signal)) : undefined
  const mayRead = mayDo(user, 'reports')
  const days = daysUntilNow(new URL(url).searchParams)
  const parts = {
    today: ask(mayRead, queryOf(getToday)),
    steps: ask(mayDo(user, 'settings'), queryOf(getFirstSteps)),
    attention: ask(true, queryOf(getAttention)),
    // Owners see the shop's figures; staff with limited access see their own activity.
    own: ask((user.permissions ?? null) !== null, queryOf(getOwnActions)),
    money: ask(mayRead, queryOf(getMoneyReport, { query: days })),
    orders: ask(
      mayRead && mayDo(user, 'orders'),
      queryOf(listAdminOrders, { query: { limit: latestOrders } }),
    ),
    stats: ask(mayRead, queryOf(getStats)),
    overview: ask(mayRead, queryOf(getOverview)),
  }
  // Separate: it may take seconds, and nothing else waits for it.
  const diagnostics = ask(
    mayDo(user, 'settings'),
    queryOf(getDiagnostics, { query: { language: readerLanguage() } }),
  )
  return { ...parts, diagnostics, failed: findFailed(Object.values(parts)) }
}

type Parts = Omit<ReturnType<typeof clientLoader>, 'failed'>
type Failed = { failure: unknown }
type Asked<Answer> = Promise<{ loaded: Loaded<Answer> } | Failed>

async function caught<Answer>(asked: Promise<Loaded<Answer>>): Asked<Answer> {
  try {
    return { loaded: await asked }
  } catch (failure) {
    return { failure }
  }
}

/** Parts mostly fail together: only the first one's message is shown. */
async function findFailed(parts: readonly (Asked<unknown> | undefined)[]): Promise<Failed | undefined> {
  for (const part of await Promise.all(parts)) if (part !== undefined && 'failure' in part) return part
  return undefined
}

export default function AdminDashboardPage({ loaderData }: Route.ComponentProps) {
  const t = useText(adminDashboardText)
  const { failed, ...parts } = loaderData
  useFreshFigures()
  const isFenced = useFenced() !== null
  const isOwner = useIsOwner()
  return (
    <div className="grid gap-5">
      <PageHeading>{t('heading')}</PageHeading>
      <LazyPart>{isFenced && isOwner && <ResumeCard />}</LazyPart>
      <Suspense fallback={null}>
        <WhatFailed of={failed} />
      </Suspense>
      {/* In order from the top: otherwise later parts would push down what the user already reads. */}
      <Suspense fallback={<Loading label={t('heading')}>{waiting}</Loading>}>
        <Beginning {...parts}>
          {(isNew) => (
            <Suspense fallback={<Loading label={t('needsPerson')}>{waiting}</Loading>}>
              <Work {...parts} />
              {!isNew && <Sales {...parts} />}
              <Shop {...parts} isNew={isNew} />
            </Suspense>
          )}
        </Beginning>
      </Suspense>
    </div>
  )
}

const waiting = <Skeleton className="h-48 w-full" />
const columns = 'grid items-start gap-5 wide:grid-cols-2'

/** Today's figures; for a shop without sales, the remaining setup. */
function Beginning({ today, steps, children }: Parts & { children: (isNew: boolean) => ReactNode }) {
  const t = useText(adminDashboardText)
  const read = today === undefined ? undefined : use(today)
  const isNew = read !== undefined && 'loaded' in read && !read.loaded.initialData.has_orders
  return (
    <>
      {isNew && steps !== undefined && <Part of={steps}>{(known) => <GetStarted known={known} />}</Part>}
      {isNew && <p className="text-ink-2">{t('noOrdersYet')}</p>}
      {today !== undefined && !isNew && <Part of={today}>{(known) => <TodayFigures known={known} />}</Part>}
      {children(isNew)}
    </>
  )
}

/** What needs attention and, for staff with limited access, what they did today. */
function Work({ attention, own }: Parts) {
  const list = attention !== undefined && (
    <Part of={attention}>{(known) => <AttentionList known={known} />}</Part>
  )
  if (own === undefined) return list
  return (
    <div className={columns}>
      {list}
      <Part of={own}>{(known) => <OwnActions known={known} />}</Part>
    </div>
  )
}

function Sales({ money, orders, today }: Parts) {
  return (
    <>
      {money !== undefined && <Part of={money}>{(report) => <DashboardMoney report={report} />}</Part>}
      {today !== undefined && (
        <div className={columns}>
          {orders !== undefined && (
            <Part of={orders}>{({ orders: latest }) => <LatestOrders orders={latest} />}</Part>
          )}
          <Part of={today}>{({ best_sellers: sellers }) => <BestSellers sellers={sellers} />}</Part>
        </div>
      )}
    </>
  )
}

/** What spec §2 lists, with its words. */
function Shop({ stats, overview, steps, diagnostics, isNew }: Parts & { isNew: boolean }) {
  return (
    <>
      {stats !== undefined && <Part of={stats}>{({ data }) => <HeadlineCards stats={data} />}</Part>}
      <div className={columns}>
        <QuickActions />
        {overview !== undefined && (
          <Part of={overview}>{({ orders }) => <OrdersByStatus orders={orders} />}</Part>
        )}
      </div>
      {!isNew && steps !== undefined && <Part of={steps}>{(known) => <GetStarted known={known} />}</Part>}
      {/* Last, so that it pushes nothing down when it arrives. */}
      {diagnostics !== undefined && <Status of={diagnostics} />}
    </>
  )
}

function Status({ of }: { of: Asked<Diagnostics> }) {
  const t = useText(adminDashboardText)
  return (
    <Suspense
      fallback={
        <SystemStatusCard>
          <Loading label={t('systemStatus')}>
            <Skeleton className="m-5 h-64" />
          </Loading>
        </SystemStatusCard>
      }
    >
      <Diagnosed of={of} />
    </Suspense>
  )
}

function Diagnosed({ of }: { of: Asked<Diagnostics> }) {
  const t = useText(adminDashboardText)
  const read = use(of)
  if ('loaded' in read)
    return <Shown loaded={read.loaded}>{(found) => <SystemStatus diagnostics={found} />}</Shown>
  return (
    <SystemStatusCard>
      <div className="*:border-0">
        <LoadFailed error={read.failure} message={t('diagnosticsFailed')} />
      </div>
    </SystemStatusCard>
  )
}

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

/** The page stays open all day: it is refreshed while visible. */
function useFreshFigures(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden)
        rereadSoon(
          getToday,
          getAttention,
          getOwnActions,
          getMoneyReport,
          listAdminOrders,
          getStats,
          getOverview,
          getDiagnostics,
          getFirstSteps,
        )
    }, refreshMilliseconds)
    return () => clearInterval(timer)
  }, [])
}
