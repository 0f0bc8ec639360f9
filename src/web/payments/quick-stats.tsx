import type { output } from 'zod/mini'
import type { summary } from '#contract/wallet.ts'
import { paymentsText } from '#web/messages/payments.ts'
import { useText } from '#web/messages/text.ts'
import { useSession } from '#web/session/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Guilloche } from '#web/ui/guilloche.tsx'
import { MoneyText } from '#web/ui/money.tsx'

/** The balance, and the figures it is made of. Without them (they could not be loaded) it says so. */
export function QuickStats({ summary: figures }: { summary: output<typeof summary> | undefined }) {
  const t = useText(paymentsText)
  const balance = useSession()?.user.balance ?? 0n
  return (
    <section
      aria-label={t('quickStats')}
      className="relative overflow-hidden rounded-card border border-line bg-surface p-5 max-wide:p-4"
    >
      <Guilloche className="-top-20 size-72 max-wide:-end-10 max-wide:size-48 wide:start-1/3" />
      <dl className="relative flex flex-wrap items-end gap-x-10 gap-y-4">
        <Figure label={t('currentBalance')} amount={balance} isLarge />
        {figures !== undefined && (
          <>
            <Figure label={t('totalDeposits')} amount={figures.totalDeposits} />
            <Figure label={t('totalOrders')} amount={-figures.totalOrders} />
            <Figure label={t('refundsAndBonuses')} amount={figures.refundsAndBonuses} />
          </>
        )}
      </dl>
      {figures === undefined && <p className="relative mt-3 text-14 text-ink-2">{t('statsFailed')}</p>}
    </section>
  )
}

function Figure({ label, amount, isLarge = false }: { label: string; amount: bigint; isLarge?: boolean }) {
  return (
    <div className={cx('grid gap-1', isLarge && 'max-wide:w-full wide:me-auto')}>
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd className={isLarge ? 'text-28' : 'text-17'}>
        <MoneyText amount={amount} />
      </dd>
    </div>
  )
}
