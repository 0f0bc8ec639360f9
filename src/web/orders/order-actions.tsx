import { RefreshCw, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { cancelOrder, getOrder, getOrderStatus, type Order, refillOrder } from '#contract/orders.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useFormat } from '#web/language/use-format.ts'
import { ordersText } from '#web/messages/orders.ts'
import { useText } from '#web/messages/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { OrderAgain } from './order-again.tsx'
import type { useLiveOrders } from './use-live-orders.ts'

type OrderActionsProps = {
  order: Order
  update: ReturnType<typeof useLiveOrders>['update']
  /** What was done, to be shown on the page. */
  onDone: (message: string) => void
}

export function OrderActions({ order, update, onDone }: OrderActionsProps) {
  const t = useText(ordersText)
  const format = useFormat()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<'refresh' | 'refill' | 'cancel'>()
  const [isAsking, setIsAsking] = useState(false)
  const one = { params: { id: order.id }, query: {} }

  async function run(kind: NonNullable<typeof busy>, act: () => Promise<void>): Promise<void> {
    if (busy !== undefined) return
    setBusy(kind)
    await act()
    setBusy(undefined)
  }

  async function refresh(): Promise<void> {
    try {
      update(await call(getOrderStatus, one))
      await revalidate()
    } catch {
      toast('error', t('refreshFailed'))
    }
  }

  /** Shown as asked for at once, and taken back when it is refused. */
  async function refill(): Promise<void> {
    update({ ...order, status: 'REFILL', can_refill: false })
    try {
      await call(refillOrder, one)
      onDone(t('refillRequested'))
      await revalidate()
    } catch {
      update(order)
      toast('error', t('refillFailed'))
    }
  }

  /** What came back is known at once, or once the provider has answered. */
  async function sayCanceled(): Promise<string> {
    // It is done by now, whether it can be looked at or not.
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
      toast(
        'error',
        error instanceof ApiError && error.status === 409
          ? messageOf(error, t('cancelFailed'))
          : t('cancelFailed'),
      )
    }
    await revalidate()
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="secondary" isBusy={busy === 'refresh'} onClick={() => void run('refresh', refresh)}>
        {busy !== 'refresh' && <RefreshCw aria-hidden className="size-4" />}
        {t('refresh')}
      </Button>
      {order.refill && (
        <Button
          tone="secondary"
          isBusy={busy === 'refill'}
          isDisabled={!order.can_refill}
          title={order.can_refill ? undefined : t('refillWhen')}
          onClick={() => void run('refill', refill)}
        >
          {busy !== 'refill' && <RotateCcw aria-hidden className="size-4" />}
          {t('refillOrder')}
        </Button>
      )}
      <OrderAgain id={order.id} />
      <PrintButton />
      {order.can_cancel && (
        <Button tone="secondary" onClick={() => setIsAsking(true)}>
          {t('cancelOrder')}
        </Button>
      )}
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
    </div>
  )
}
