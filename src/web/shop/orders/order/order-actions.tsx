import LifeBuoy from 'lucide-react/icons/life-buoy'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ReactNode, useId, useState } from 'react'
import { cancelOrder, getOrder, type OrderInFull, refillOrder } from '#contract/orders/orders.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { orderDetailsText } from '#web/shop/orders/texts.en.ts'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { OrderAgain } from '#web/parts/orders/order-again.tsx'
import type { useLiveOrders } from '#web/parts/orders/use-live-orders.ts'
import { whyNoCancel, whyNoRefillOf } from './why-not.ts'

// Longer than most: four actions next to their explanations.

type OrderActionsProps = {
  order: OrderInFull
  update: ReturnType<typeof useLiveOrders>['update']
  /** A message about the result, shown on the page. */
  onDone: (message: string) => void
}

/** The available actions; for unavailable ones the reason. */
export function OrderActions({ order, update, onDone }: OrderActionsProps) {
  const t = useText(ordersText)
  const say = useText(orderDetailsText)
  const format = useFormat()
  const [busy, setBusy] = useState<'refill' | 'cancel'>()
  const [isAsking, setIsAsking] = useState(false)
  const [cancelReason, refillReason] = [useId(), useId()]
  const one = { params: { id: order.id }, query: {} }
  const [noCancel, noRefill] = [whyNoCancel(order), whyNoRefillOf(order)]

  async function run(kind: NonNullable<typeof busy>, act: () => Promise<void>): Promise<void> {
    if (busy !== undefined) return
    setBusy(kind)
    await act()
    setBusy(undefined)
  }

  /** Shown as requested immediately, and reverted if refused. */
  async function refill(): Promise<void> {
    const { id, updated_at, status, can_refill } = order
    update({ id, updated_at, status: 'REFILL', can_refill: false })
    try {
      await call(refillOrder, one)
      onDone(t('refillRequested'))
      await reread(getOrder)
    } catch {
      update({ id, updated_at, status, can_refill })
      toast('error', t('refillFailed'))
    }
  }

  /** The refund is known immediately, or once the provider has answered. */
  async function sayCanceled(): Promise<string> {
    // It is already canceled, even if it can't be read again.
    const now = await call(getOrder, one).then(
      (answer) => answer.order,
      () => undefined,
    )
    if (now === undefined || now.refunded === order.refunded) return t('cancelAsked')
    return t('cancelDone', { id: String(order.id), amount: format.money(now.refunded - order.refunded) })
  }

  async function cancel(): Promise<void> {
    try {
      await call(cancelOrder, one)
      onDone(await sayCanceled())
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 409
      toast('error', isRefused ? messageOf(error, t('cancelFailed')) : t('cancelFailed'))
    }
    await reread(getOrder)
  }

  const subject = say('helpSubject', { id: String(order.id), service: order.service_name })
  const help = new URLSearchParams({ order: String(order.id), subject })
  return (
    <CardSection title={say('actions')}>
      <ul className="grid px-5 max-wide:px-4">
        <Act
          name={say('cancel')}
          reason={noCancel === undefined ? say('cancelNow') : say(`cancel_${noCancel}`)}
          reasonId={cancelReason}
        >
          {order.status === 'PENDING' && (
            <Button
              tone="secondary"
              size="small"
              isDisabled={noCancel !== undefined}
              aria-describedby={cancelReason}
              onClick={() => setIsAsking(true)}
            >
              <Undo2 aria-hidden className="size-4" />
              {t('cancelOrder')}
            </Button>
          )}
        </Act>
        <Act
          name={say('refill')}
          reason={noRefill === undefined ? say('refillNow') : say(`refill_${noRefill}`)}
          reasonId={refillReason}
        >
          {order.refill && (
            <Button
              tone="secondary"
              size="small"
              isBusy={busy === 'refill'}
              isDisabled={noRefill !== undefined}
              aria-describedby={refillReason}
              onClick={() => void run('refill', refill)}
            >
              {busy !== 'refill' && <RotateCcw aria-hidden className="size-4" />}
              {t('refillOrder')}
            </Button>
          )}
        </Act>
        <Act name={say('again')} reason={say('againLead')}>
          <OrderAgain id={order.id} size="small" />
        </Act>
        <Act name={say('help')} reason={say('helpLead')}>
          <LinkButton tone="secondary" size="small" to={`/support?tab=new&${help}`}>
            <LifeBuoy aria-hidden className="size-4" />
            {say('help')}
          </LinkButton>
        </Act>
      </ul>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('cancelTitle', { id: String(order.id) })}
        action={t('cancelOrder')}
        keep={t('keepOrder')}
        onConfirm={() => run('cancel', cancel)}
      >
        {t('cancelLead', {
          service: order.service_name,
          amount: format.money(order.price - order.refunded),
        })}
      </Confirm>
    </CardSection>
  )
}

type ActProps = { name: string; reason: string; reasonId?: string; children: ReactNode }

/** The name is shown first if there is no button. */
function Act({ name, reason, reasonId, children }: ActProps) {
  const isPressed = children !== false
  return (
    <li className="grid gap-1.5 border-b border-line py-3 text-14 last:border-0">
      {isPressed ? <span className="grid">{children}</span> : <span className="font-semibold">{name}</span>}
      <span id={reasonId} className="text-13 text-ink-3">
        {reason}
      </span>
    </li>
  )
}
