import type { output } from 'zod/mini'
import type { summary } from '#contract/wallet.ts'
import { transactionsText } from '#web/messages/transactions.ts'
import { useText } from '#web/messages/text.ts'
import { MoneyText } from '#web/ui/money.tsx'

/** The balance and the three sums that it is made of (spec §9): what came in, less what was spent, and what was given. */
export function TransactionCards({ summary: figures }: { summary: output<typeof summary> }) {
  const t = useText(transactionsText)
  return (
    <section aria-label={t('figures')}>
      <dl className="grid grid-cols-4 gap-3 max-wide:grid-cols-2">
        <Figure label={t('currentBalance')} amount={figures.balance} isMain />
        <Figure label={t('totalDeposits')} note={t('totalDepositsNote')} amount={figures.totalDeposits} />
        <Figure label={t('totalOrders')} note={t('totalOrdersNote')} amount={figures.totalOrders} />
        <Figure
          label={t('refundsAndBonuses')}
          note={t('refundsAndBonusesNote')}
          amount={figures.refundsAndBonuses}
        />
      </dl>
    </section>
  )
}

function Figure({
  label,
  note,
  amount,
  isMain = false,
}: {
  label: string
  note?: string
  amount: bigint
  isMain?: boolean
}) {
  return (
    <div
      className={
        isMain
          ? 'grid content-start gap-1 rounded-card border border-transparent bg-petrol-soft p-4'
          : 'grid content-start gap-1 rounded-card border border-line bg-surface p-4'
      }
    >
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd className="grid gap-0.5">
        <span className="text-20 font-medium max-wide:text-17">
          <MoneyText amount={amount} />
        </span>
        {note !== undefined && <span className="text-13 text-ink-3">{note}</span>}
      </dd>
    </div>
  )
}
