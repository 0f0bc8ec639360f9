import { type ReactNode, useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { getAttention } from '#contract/operations/attention.ts'
import { getAdminTicket } from '#contract/support/admin-tickets.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { adminTicketsText } from './texts.en.ts'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { OrderActBar } from '#web/admin/orders/acts/order-act-bar.tsx'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'
import { useReview } from '#web/admin/orders/use-review.ts'
import { mayDo } from '#web/platform/session/may.ts'
import { useSession } from '#web/platform/session/session.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Fact } from './ticket-about.tsx'
import type { TicketOrderState } from './read-ticket-order.ts'

/** The ticket's order and its actions, next to the thread. */
export function TicketOrder({ order, userId }: { order: TicketOrderState; userId: number }) {
  const t = useText(adminTicketsText)
  const me = useSession()?.user
  const [isBusy, setIsBusy] = useState(false)
  async function tryAgain(): Promise<void> {
    setIsBusy(true)
    await reread(getAdminTicket)
    setIsBusy(false)
  }
  if (order.kind === 'shown') return <ShownOrder order={order.order} />
  if (order.kind === 'failed')
    return (
      <Frame title={t('order', { id: String(order.id) })}>
        <Alert>{t('orderFailed')}</Alert>
        <Button
          tone="secondary"
          size="small"
          isBusy={isBusy}
          onClick={() => void tryAgain()}
          className="justify-self-start"
        >
          {t('tryAgain')}
        </Button>
      </Frame>
    )
  return (
    <Frame title={t('aboutOrder')}>
      <p className="text-14 text-ink-2">
        {order.kind === 'hidden' ? t('orderHidden', { id: String(order.id) }) : t('noOrder')}
      </p>
      {order.kind === 'none' && me !== undefined && mayDo(me, 'orders') && (
        <LinkButton
          tone="secondary"
          size="small"
          to={`/admin/orders?user=${userId}`}
          className="justify-self-start"
        >
          {t('ordersOf')}
        </LinkButton>
      )}
    </Frame>
  )
}

function ShownOrder({ order }: { order: AdminOrder }) {
  const t = useText(adminTicketsText)
  const admin = useText(adminOrdersText)
  const orders = useText(ordersText)
  const format = useFormat()
  const review = useReview(order)
  const { state, attempts } = order.dispatch
  return (
    <Frame
      title={t('order', { id: String(order.id) })}
      aside={
        <LinkButton tone="quiet" size="small" to={`/admin/orders/${order.id}`}>
          {t('orderOpen')}
        </LinkButton>
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <OrderStatusBadge status={order.status} />
        <span className="text-14 text-ink-2">{admin(`dispatch_${state}`)}</span>
      </div>
      {review !== undefined && <Alert>{review}</Alert>}
      <dl className="grid text-14">
        <Fact label={orders('service')}>
          <span className="figures">{order.service_id}</span> <bdi>{order.service_name}</bdi>
        </Fact>
        <Fact label={orders('link')}>
          <span className="break-all">{order.link}</span>
        </Fact>
        <Fact label={orders('quantity')}>
          <span className="figures">{format.number(order.quantity)}</span>
        </Fact>
        {order.remains !== null && (
          <Fact label={orders('remains')}>
            <span className="figures">{format.number(order.remains)}</span>
          </Fact>
        )}
        <Fact label={t('orderPrice')}>
          <MoneyText amount={order.price} />
        </Fact>
        {order.refunded > 0n && (
          <Fact label={t('orderRefunded')}>
            <MoneyText amount={order.refunded} />
          </Fact>
        )}
        <Fact label={t('orderAttempts')}>
          <span className="figures">{format.number(attempts.length)}</span>
        </Fact>
      </dl>
      <OrderActBar
        order={order}
        onMoved={() => reread(getAdminTicket, getAttention)}
        onDone={async () => {
          toast('success', admin('done'))
          await reread(getAdminTicket, getAttention)
        }}
      />
    </Frame>
  )
}

function Frame({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <CardSection title={title} aside={aside}>
      <div className="grid gap-4 p-5 max-wide:p-4">{children}</div>
    </CardSection>
  )
}
