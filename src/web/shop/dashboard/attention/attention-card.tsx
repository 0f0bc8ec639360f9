import CircleDashed from 'lucide-react/icons/circle-dashed'
import MessageCircle from 'lucide-react/icons/message-circle'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type Dashboard, dashboardLimits } from '#contract/reports/dashboard.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { dashboardText } from '#web/shop/dashboard/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { deliveredOf } from '#web/parts/orders/delivered.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { AttentionItem } from './attention-item.tsx'
import { OpenDeposit } from './open-deposit.tsx'

type Attention = Dashboard['attention']

/** What needs the customer's attention, each with an action; nothing if there is none. */
export function AttentionCard({ attention }: { attention: Attention }) {
  const t = useText(dashboardText)
  const { deposit, tickets, partial, refillable } = attention
  if (deposit === null && tickets.length + partial.length + refillable === 0) return null
  return (
    <section className="overflow-hidden rounded-card border border-line border-s-4 border-s-foil bg-surface">
      <h2 className="px-5 pt-4 pb-1 text-17 font-bold max-wide:px-4">{t('attention')}</h2>
      <ul className="grid pb-2">
        {deposit !== null && <OpenDeposit deposit={deposit} />}
        {tickets.map(({ id, subject }) => (
          <AttentionItem
            key={id}
            Picture={MessageCircle}
            action={<Action to={`/support/tickets/${id}`} label={t('readAnswer')} name={subject} />}
          >
            {t('ticketAnswered', { subject })}
          </AttentionItem>
        ))}
        {partial.map((order) => (
          <PartialOrder key={order.id} order={order} />
        ))}
        {refillable > 0 && (
          <AttentionItem
            Picture={RotateCcw}
            action={<Action to="/orders?status=completed" label={t('seeDelivered')} />}
          >
            {refillable < dashboardLimits.refillable
              ? t('refillable', { count: refillable })
              : t('refillableMany', { count: dashboardLimits.refillable })}
          </AttentionItem>
        )}
      </ul>
    </section>
  )
}

function PartialOrder({ order }: { order: Attention['partial'][number] }) {
  const t = useText(dashboardText)
  const format = useFormat()
  const { id, quantity, refunded } = order
  const done = deliveredOf(order)
  const part = { id: String(id), amount: format.money(refunded) }
  return (
    <AttentionItem
      Picture={CircleDashed}
      action={<Action to={`/orders/${id}`} label={t('viewOrder')} name={String(id)} />}
    >
      {done === undefined ? t('partialOrder', part) : t('partialOrderOf', { ...part, done, total: quantity })}
    </AttentionItem>
  )
}

function Action({ to, label, name }: { to: string; label: string; name?: string }) {
  return (
    <LinkButton
      to={to}
      tone="secondary"
      size="small"
      {...(name !== undefined && { 'aria-label': `${label}: ${name}` })}
    >
      {label}
    </LinkButton>
  )
}
