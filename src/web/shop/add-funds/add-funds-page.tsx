import { type ReactNode, Suspense, use } from 'react'
import { listDeposits } from '#contract/payments/payments.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { findPace, getSpending } from '#contract/reports/spending.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { paymentsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'
import { sessionContext } from '#web/platform/session/guard.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded, useFound } from '#web/platform/query/query-client.ts'
import { loadList } from '#web/ui/list/list.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { OwedNote } from '#web/parts/wallet/owed-note.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/add-funds-page.ts'
import { AddFundsForm } from './add-funds-form.tsx'
import { depositList, DepositHistory } from './deposit-history.tsx'
import { NoPaymentMethods } from './no-payment-methods.tsx'
import { OpenPaymentNote } from './open-payment-note.tsx'
import { QuickStats } from './quick-stats.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, paymentsText)('addFunds'))

/** Without the payment methods there is no page; its other data may be missing, and the figures load later. */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const userId = context.get(sessionContext).user.id
  const { signal } = request
  const found = async <Answer,>(answer: Promise<Answer>) =>
    answer.catch((error: unknown) => {
      if (!signal.aborted) report(error)
      return undefined
    })
  const summary = found(load(queryOf(listTransactions, { query: { userId, limit: 1 } }), signal))
  const [config, deposits, spending] = await Promise.all([
    load(queryOf(getConfig, { query: { language: readerLanguage() } }), signal),
    found(loadList(depositList, request)),
    found(call(getSpending, { query: { userId } }, { signal })),
  ])
  return { config, deposits, pace: spending && findPace(spending), summary }
}

export default function AddFundsPage({ loaderData }: Route.ComponentProps) {
  const t = useText(paymentsText)
  const { pace, summary } = loaderData
  const config = useLoaded(loaderData.config)
  const deposits = useFound(loaderData.deposits)
  const readAgain = () => rereadSoon(getConfig, listDeposits, listTransactions)
  useLiveEvent('notification', readAgain)
  useLiveGaps(readAgain)
  const canPay = config.payment_methods.some(({ available }) => available)
  return (
    <Frame>
      <OwedNote />
      {deposits?.open && <OpenPaymentNote open={deposits.open} />}
      <Suspense
        fallback={
          <Loading label={t('loadingStats')}>
            <Skeleton className="h-30 w-full rounded-card" />
          </Loading>
        }
      >
        <Stats summary={summary} />
      </Suspense>
      {canPay ? <AddFundsForm config={config} pace={pace} /> : <NoPaymentMethods />}
      <DepositHistory listed={deposits} methods={config.payment_methods} />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(paymentsText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(paymentsText)
  return (
    <div className="grid gap-5">
      <PageHeading>{t('addFunds')}</PageHeading>
      {children}
    </div>
  )
}

type Summary = Awaited<ReturnType<typeof clientLoader>>['summary']

/** A balance event means that its figures have changed too. */
function Stats({ summary }: { summary: Summary }) {
  const figures = useFound(use(summary))?.summary
  useLiveEvent('balance', ({ balance }) => {
    if (figures !== undefined && figures.balance !== balance) rereadSoon(listTransactions)
  })
  return <QuickStats summary={figures} />
}
