import type { ReactNode } from 'react'
import type { OrderCounts } from '#contract/orders/orders.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { dashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'

/** Total orders, balance, pending orders (spec §2). Shows dashes if the counts could not be loaded. */
export function AccountSummary({ counts }: { counts: OrderCounts | undefined }) {
  const t = useText(dashboardText)
  const format = useFormat()
  const countOf = (count: number | undefined) => (count === undefined ? '–' : format.number(count))
  const balance = useSession()?.user.balance ?? 0n
  return (
    <CardSection title={t('summary')}>
      <dl className="grid gap-3 p-5 max-wide:p-4">
        <Line label={t('totalOrders')}>{countOf(counts?.all)}</Line>
        <Line label={t('balance')}>
          <MoneyText amount={balance} decimals={2} />
        </Line>
        <Line label={t('pendingOrders')}>{countOf(counts?.pending)}</Line>
      </dl>
    </CardSection>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-2">{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}
