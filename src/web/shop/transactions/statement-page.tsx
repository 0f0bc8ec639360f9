import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
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
import { Card } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { PrintButton } from '#web/ui/paper/print-button.tsx'
import { ReceiptLine, ReceiptLines } from '#web/ui/paper/receipt.tsx'
import type { Route } from './+types/statement-page.ts'
import { periodOf } from '#web/platform/format/period.ts'
import { StatementTable } from './statement-table.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, transactionsText)('statementTitle'))

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = periodOf(new URL(request.url).searchParams)
  return { ...(await call(getStatement, { query }, { signal: request.signal })), madeAt: new Date() }
}

/** A printable statement: from the opening to the closing balance, line by line. */
export default function StatementPage({ loaderData: statement }: Route.ComponentProps) {
  const t = useText(transactionsText)
  const format = useFormat()
  const user = useSession()?.user
  const { totals } = statement
  return (
    <Frame aside={<PrintButton size="small" />}>
      <Card className="grid gap-6">
        <div className="flex flex-wrap justify-between gap-x-10 gap-y-4">
          <div className="grid content-start gap-1">
            <p className="text-17 font-semibold">{sayPeriod(t, format, statement)}</p>
            <p className="text-ink-2 wrap-anywhere">
              {t('statementOf', { name: user?.name ?? '', email: user?.email ?? '' })}
            </p>
            <p className="text-13 text-ink-3">{t('madeAt', { time: format.dateTime(statement.madeAt) })}</p>
          </div>
          <div className="min-w-64 max-wide:w-full">
            <ReceiptLines>
              <ReceiptLine label={t('opening')}>
                <MoneyText amount={statement.opening_balance} />
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
                <MoneyText amount={statement.closing_balance} />
              </ReceiptLine>
            </ReceiptLines>
          </div>
        </div>
        {statement.transactions.length === 0 ? (
          <p className="py-8 text-center text-ink-2">{t('noLines')}</p>
        ) : (
          <StatementTable statement={statement} />
        )}
      </Card>
    </Frame>
  )
}

function sayPeriod(
  t: Say<typeof transactionsText>,
  format: Format,
  period: { from: Date | null; to: Date | null },
): string {
  const from = period.from === null ? undefined : format.date(period.from)
  // It ends before this moment.
  const to = period.to === null ? undefined : format.date(new Date(period.to.getTime() - 1))
  if (from === undefined) return to === undefined ? t('periodAll') : t('periodUntil', { to })
  return to === undefined ? t('periodSince', { from }) : t('period', { from, to })
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(transactionsText)
  // The customer can choose a shorter period.
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
