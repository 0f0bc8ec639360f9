import ListOrdered from 'lucide-react/icons/list-ordered'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Users from 'lucide-react/icons/users'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Money } from '#contract/base/money.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminDashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMayOpen } from '#web/platform/session/may.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'

type Headlines = { totalUsers: number; totalOrders: number; completedOrders: number; revenue: Money }

/** Users, orders and revenue, each linked to its list (spec §2). */
export function HeadlineCards({ stats }: { stats: Headlines }) {
  const t = useText(adminDashboardText)
  const format = useFormat()
  return (
    <dl className="grid gap-4 min-[640px]:grid-cols-3 max-wide:gap-3">
      <Headline
        label={t('totalUsers')}
        Picture={Users}
        to="/admin/users"
        link={t('viewUsers')}
        figure={format.number(stats.totalUsers)}
      />
      <Headline
        label={t('totalOrders')}
        Picture={ListOrdered}
        to="/admin/orders"
        link={t('viewOrders')}
        figure={format.number(stats.totalOrders)}
        detail={t('completedOrders', { count: stats.completedOrders })}
      />
      <Headline
        label={t('totalRevenue')}
        Picture={ReceiptText}
        to="/admin/transactions"
        link={t('viewTransactions')}
        figure={<MoneyText amount={stats.revenue} decimals={2} />}
        detail={t('revenueIs')}
      />
    </dl>
  )
}

type HeadlineProps = {
  label: string
  figure: ReactNode
  detail?: ReactNode
  Picture: LucideIcon
  to: string
  link: string
}

function Headline({ label, figure, detail, Picture, to, link }: HeadlineProps) {
  const mayOpen = useMayOpen()
  return (
    <Card className="flex flex-col gap-1">
      <dt className="flex items-center gap-2 text-14 text-ink-2">
        <Picture aria-hidden strokeWidth={1.5} className="size-4.5 text-ink-3" />
        {label}
      </dt>
      <dd className="figures text-28 max-wide:text-20">{figure}</dd>
      <dd className="mt-auto flex flex-wrap items-center justify-between gap-x-3 text-13 text-ink-3">
        <span>{detail}</span>
        {mayOpen(to) && (
          <LinkButton to={to} tone="quiet" size="small" className="-me-3 ms-auto">
            {link}
          </LinkButton>
        )}
      </dd>
    </Card>
  )
}
