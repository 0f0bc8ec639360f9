import { Suspense, use } from 'react'
import { useRevalidator } from 'react-router'
import { getDashboard } from '#contract/reports/dashboard.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { dashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load } from '#web/platform/query/query-client.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { CardsSkeleton } from '#web/ui/feedback/page-skeleton.tsx'
import type { Route } from './+types/dashboard-page.ts'
import { AccountSummary } from './account-summary.tsx'
import { Board, BoardColumns } from './board.tsx'
import { Greeting } from './greeting.tsx'
import { NeedHelpCard } from './need-help-card.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, dashboardText)('title'))

/** Not awaited: the greeting and the two buttons are shown before it. */
export function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return { board: loadBoard(signal) }
}

type Loading = ReturnType<typeof loadBoard>

async function loadBoard(signal: AbortSignal) {
  try {
    return { board: await load(queryOf(getDashboard), signal), failure: undefined }
  } catch (failure) {
    if (!signal.aborted) report(failure)
    return { board: undefined, failure }
  }
}

export default function DashboardPage({ loaderData: { board } }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <Greeting />
      <Suspense fallback={<CardsSkeleton />}>
        <Loaded board={board} />
      </Suspense>
    </div>
  )
}

function Loaded({ board: loading }: { board: Loading }) {
  const { board, failure } = use(loading)
  return board === undefined ? <NotLoaded failure={failure} /> : <Board loaded={board} />
}

function NotLoaded({ failure }: { failure: unknown }) {
  const t = useText(dashboardText)
  const { revalidate, state } = useRevalidator()
  return (
    <BoardColumns
      aside={
        <>
          <AccountSummary counts={undefined} />
          <NeedHelpCard />
        </>
      }
    >
      <CardSection title={t('recentOrders')}>
        <ErrorState
          message={t('loadFailed')}
          requestId={failure instanceof ApiError ? failure.requestId : undefined}
          onRetry={() => void revalidate()}
          isBusy={state === 'loading'}
        />
      </CardSection>
    </BoardColumns>
  )
}
