import type { output } from 'zod/mini'
import type { summary } from '#contract/ledger/transactions.ts'
import { transactionsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { StatCard, StatCards } from '#web/ui/chart/stat.tsx'

/** The balance and its three components (spec §9), each with its sign, so that they add up. */
export function TransactionCards({ summary: figures }: { summary: output<typeof summary> }) {
  const t = useText(transactionsText)
  return (
    <StatCards label={t('figures')}>
      <StatCard label={t('currentBalance')} isMain>
        <MoneyText amount={figures.balance} />
      </StatCard>
      <StatCard label={t('totalDeposits')} note={t('totalDepositsNote')}>
        <MoneyText amount={figures.totalDeposits} isSigned />
      </StatCard>
      <StatCard label={t('totalOrders')} note={t('totalOrdersNote')}>
        <MoneyText amount={-figures.totalOrders} />
      </StatCard>
      <StatCard label={t('refundsAndBonuses')} note={t('refundsAndBonusesNote')}>
        <MoneyText amount={figures.refundsAndBonuses} isSigned />
      </StatCard>
    </StatCards>
  )
}
