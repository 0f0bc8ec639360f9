import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { Format } from '#contract/base/format.ts'
import { getStatement } from '#contract/ledger/transactions.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { transactionsText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Progress } from '#web/ui/chart/progress.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { PrintButton } from '#web/ui/paper/print-button.tsx'
import { ReceiptLine, ReceiptLines } from '#web/ui/paper/receipt.tsx'
import type { Route } from './+types/statement-page.ts'
import { periodOf } from '#web/platform/format/period.ts'
import { StatementDays } from './statement-days.tsx'
import { StatementTable } from './statement-table.tsx'
import { type SummedStatement, sumStatement } from './sum-days.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, transactionsText)('statementTitle'))

/** A statement by line, or for a longer period by day, which is summed after the page has loaded. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = periodOf(new URL(request.url).searchParams)
  const madeAt = new Date()
  const period = { from: query.from ?? null, to: query.to ?? null }
  try {
    return { ...period, madeAt, statement: await call(getStatement, { query }, { signal: request.signal }) }
  } catch (error) {
    if (!isTooLong(error)) throw error
    return { ...period, madeAt, statement: null }
  }
}

function isTooLong(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const details: unknown = error.details
  return (
    typeof details === 'object' &&
    details !== null &&
    'reason' in details &&
    details.reason === 'period_too_long'
  )
}

/** A printable statement: from the opening to the closing balance. */
export default function StatementPage({ loaderData }: Route.ComponentProps) {
  return loaderData.statement === null ? (
    <LongStatement key={loaderData.madeAt.getTime()} paper={loaderData} />
  ) : (
    <ShortStatement paper={loaderData} statement={loaderData.statement} />
  )
}

function ShortStatement({ paper, statement }: { paper: Paper; statement: AnswerOf<typeof getStatement> }) {
  const t = useText(transactionsText)
  const { opening_balance: opening, closing_balance: closing, totals } = statement
  return (
    <Frame aside={<PrintButton size="small" />}>
      <StatementCard paper={paper} sums={{ opening, closing, totals }}>
        {statement.transactions.length === 0 ? (
          <p className="py-8 text-center text-ink-2">{t('noLines')}</p>
        ) : (
          <StatementTable statement={statement} />
        )}
      </StatementCard>
    </Frame>
  )
}

function LongStatement({ paper }: { paper: Paper }) {
  const t = useText(transactionsText)
  const format = useFormat()
  const { read, lines, summed, error } = useSummedStatement(paper)
  if (error !== undefined) return <Failed error={error} />
  if (summed === undefined) {
    const counts = { read: format.number(read), lines: format.number(lines) }
    const shown = lines === 0 ? undefined : t('linesRead', counts)
    return (
      <Frame>
        <Card className="grid gap-3">
          <output>{shown ?? t('summing')}</output>
          <Progress
            label={t('summing')}
            {...(lines > 0 && { share: read / lines })}
            {...(shown !== undefined && { valueText: shown })}
          />
        </Card>
      </Frame>
    )
  }
  return (
    <Frame aside={<PrintButton size="small" />}>
      <StatementCard paper={paper} sums={summed}>
        <p className="text-ink-2">{t('byDay', { lines: format.number(lines) })}</p>
        <StatementDays days={summed.days} />
      </StatementCard>
    </Frame>
  )
}

type Reading = { read: number; lines: number; summed?: SummedStatement; error?: unknown }

function useSummedStatement(paper: Paper): Reading {
  const [reading, setReading] = useState<Reading>({ read: 0, lines: 0 })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const show = (next: Reading) => {
      if (!signal.aborted) setReading(next)
    }
    let progress = { read: 0, lines: 0 }
    const onPart = (next: typeof progress) => {
      progress = next
      show(next)
    }
    sumStatement(paper, { signal, onPart }).then(
      (summed) => show({ ...progress, summed }),
      (error: unknown) => show({ ...progress, error }),
    )
    return () => leaving.abort()
  }, [paper])
  return reading
}

type Paper = { from: Date | null; to: Date | null; madeAt: Date }
type CardProps = {
  paper: Paper
  sums: Pick<SummedStatement, 'opening' | 'closing' | 'totals'>
  children: ReactNode
}

function StatementCard({ paper, sums: { opening, closing, totals }, children }: CardProps) {
  const t = useText(transactionsText)
  const format = useFormat()
  const user = useSession()?.user
  return (
    <Card className="grid gap-6">
      <div className="flex flex-wrap justify-between gap-x-10 gap-y-4">
        <div className="grid content-start gap-1">
          <p className="text-17 font-semibold">{sayPeriod(t, format, paper)}</p>
          <p className="text-ink-2 wrap-anywhere">
            {t('statementOf', { name: user?.name ?? '', email: user?.email ?? '' })}
          </p>
          <p className="text-13 text-ink-3">{t('madeAt', { time: format.dateTime(paper.madeAt) })}</p>
        </div>
        <div className="min-w-64 max-wide:w-full">
          <ReceiptLines>
            <ReceiptLine label={t('opening')}>
              <MoneyText amount={opening} />
            </ReceiptLine>
            <ReceiptLine label={t('totalDeposits')}>
              <MoneyText amount={totals.totalDeposits} isSigned />
            </ReceiptLine>
            <ReceiptLine label={t('totalOrders')}>
              <MoneyText amount={-totals.totalOrders} />
            </ReceiptLine>
            <ReceiptLine label={t('refundsAndBonuses')}>
              <MoneyText amount={totals.refundsAndBonuses} isSigned />
            </ReceiptLine>
            <ReceiptLine label={t('closing')} isSum>
              <MoneyText amount={closing} />
            </ReceiptLine>
          </ReceiptLines>
        </div>
      </div>
      {children}
    </Card>
  )
}

function sayPeriod(
  t: Say<typeof transactionsText>,
  format: Format,
  period: { from: Date | null; to: Date | null },
): string {
  const from = period.from === null ? undefined : format.date(period.from)
  // The period ends before this moment.
  const to = period.to === null ? undefined : format.date(new Date(period.to.getTime() - 1))
  if (from === undefined) return to === undefined ? t('periodAll') : t('periodUntil', { to })
  return to === undefined ? t('periodSince', { from }) : t('period', { from, to })
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Failed error={error} />
}

function Failed({ error }: { error: unknown }) {
  const t = useText(transactionsText)
  // The customer can choose another period.
  const isRefused = error instanceof ApiError && error.status === 400 && error.message !== ''
  return (
    <Frame>
      <LoadFailed error={error} message={isRefused ? error.message : t('loadFailed')} isChoice={isRefused} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(transactionsText)
  const { search } = useLocation()
  return (
    <div className="grid gap-5">
      <PageHeading
        aside={
          <div className="flex flex-wrap gap-3 print:hidden">
            <LinkButton tone="quiet" size="small" to={{ pathname: '/transactions', search }}>
              {t('backToTransactions')}
            </LinkButton>
            {aside}
          </div>
        }
      >
        {t('statementTitle')}
      </PageHeading>
      {children}
    </div>
  )
}
