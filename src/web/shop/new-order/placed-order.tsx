import { useEffect, useRef, useState } from 'react'
import type { ShownStatus } from '#contract/orders/order-statuses.ts'
import { getOrderStatus } from '#contract/orders/orders.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { newOrderText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { PrintButton } from '#web/ui/paper/print-button.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptTotal } from '#web/ui/paper/receipt.tsx'
import { RateReasonText } from '#web/parts/wallet/rate-reason.tsx'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'
import type { PlacedOrder } from './use-new-order.ts'

/** The confirmation, in place of the form. Its status updates automatically. */
export function PlacedOrderReceipt({ order, onAnother }: { order: PlacedOrder; onAnother: () => void }) {
  const t = useText(newOrderText)
  const format = useFormat()
  const [status, setStatus] = useState<ShownStatus>(order.status)
  const place = useRef<HTMLDivElement>(null)
  useLiveEvent('order', (changed) => {
    if (changed.id === order.id) setStatus(changed.status)
  })
  // Events missed by a hidden tab or a broken connection are replaced by a request.
  useLiveGaps(() => {
    void call(getOrderStatus, { params: { id: order.id }, query: {} }).then(
      ({ status: now }) => setStatus(now),
      () => {},
    )
  })
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="w-full max-w-form outline-none">
      <Receipt title={t('placed')}>
        <output className="text-14 text-ink-2">{t('placedLead')}</output>
        <ReceiptLines>
          <ReceiptLine label={t('orderId')}>
            <span className="flex items-center">
              {order.id}
              <CopyButton value={String(order.id)} what={t('orderId')} className="-my-2 -me-2" />
            </span>
          </ReceiptLine>
          <ReceiptLine label={t('service')}>
            <bdi className="line-clamp-3 font-text wrap-anywhere">{order.service_name}</bdi>
          </ReceiptLine>
          <ReceiptLine label={t('link')}>
            <span className="font-text break-all">{order.link}</span>
          </ReceiptLine>
          <ReceiptLine label={t('placedAt')}>
            <time dateTime={order.created_at.toISOString()} className="font-text tabular-nums">
              {format.dateTime(order.created_at)}
            </time>
          </ReceiptLine>
          <ReceiptLine label={t('quantity')}>{format.number(order.quantity)}</ReceiptLine>
          {order.rateReason !== undefined && (
            <ReceiptLine label={t('rate')}>
              <span className="font-text">
                <RateReasonText reason={order.rateReason} />
              </span>
            </ReceiptLine>
          )}
          <ReceiptLine label={t('status')}>
            <span key={status} className="inline-block animate-flash rounded-chip">
              <OrderStatusBadge status={status} />
            </span>
          </ReceiptLine>
          <ReceiptLine label={t('balanceAfter')}>
            <MoneyText amount={order.balanceAfter} />
          </ReceiptLine>
        </ReceiptLines>
        <ReceiptTotal label={t('total')}>
          <MoneyText amount={order.price} decimals={8} />
        </ReceiptTotal>
        <div className="grid gap-2">
          <LinkButton to={`/orders/${order.id}`} isWide>
            {t('viewDetails')}
          </LinkButton>
          <Button tone="secondary" isWide onClick={onAnother}>
            {t('placeAnother')}
          </Button>
          <PrintButton tone="quiet" />
        </div>
      </Receipt>
    </div>
  )
}
