import type { output } from 'zod/mini'
import type { summary } from '#contract/ledger/transactions.ts'
import { paymentsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Guilloche } from '#web/ui/paper/guilloche.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Stat, Stats } from '#web/ui/chart/stat.tsx'

/** The balance and its figures from the same moment, so that they add up. If they could not be loaded, it says so. */
export function QuickStats({ summary: figures }: { summary: output<typeof summary> | undefined }) {
  const t = useText(paymentsText)
  const balance = useSession()?.user.balance ?? 0n
  return (
    <section
      aria-label={t('quickStats')}
      className="overflow-hidden rounded-card border border-line bg-surface"
    >
      <Guilloche isEdge />
      <div className="p-5 pt-3 max-wide:p-4 max-wide:pt-3">
        <Stats>
          <Stat label={t('currentBalance')} isLarge>
            <MoneyText amount={figures?.balance ?? balance} />
          </Stat>
          {figures !== undefined && (
            <>
              <Stat label={t('totalDeposits')}>
                <MoneyText amount={figures.totalDeposits} isSigned />
              </Stat>
              <Stat label={t('totalOrders')}>
                <MoneyText amount={-figures.totalOrders} />
              </Stat>
              <Stat label={t('refundsAndBonuses')}>
                <MoneyText amount={figures.refundsAndBonuses} isSigned />
              </Stat>
            </>
          )}
        </Stats>
        {figures === undefined && <p className="mt-3 text-14 text-ink-2">{t('statsFailed')}</p>}
      </div>
    </section>
  )
}
