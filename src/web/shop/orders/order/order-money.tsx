import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import { partialRefund } from '#contract/orders/order-rules.ts'
import { money } from '#contract/base/money.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { orderDetailsText } from '#web/shop/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RateReasonText, reasonOfOrder } from '#web/parts/wallet/rate-reason.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptTotal } from '#web/ui/paper/receipt.tsx'

/** The payment line by line, adding up to the ledger. */
export function OrderMoney({ order }: { order: OrderInFull }) {
  const t = useText(orderDetailsText)
  const format = useFormat()
  const { price, refunded, quantity, remains } = order
  const share = shareOf(order)
  const paid = money(price - refunded)
  const reason = reasonOfOrder(order.events)
  return (
    <Receipt title={t('money')}>
      <ReceiptLines>
        <ReceiptLine label={t('ordered')}>{format.number(quantity)}</ReceiptLine>
        {share && (
          <>
            <ReceiptLine label={t('deliveredLine')}>{format.number(quantity - (remains ?? 0))}</ReceiptLine>
            <ReceiptLine label={t('remainsLine')}>{format.number(remains ?? 0)}</ReceiptLine>
          </>
        )}
        <ReceiptLine label={t('price')}>
          <MoneyText amount={price} decimals={8} />
          {reason !== undefined && (
            <span className="block font-text text-13 text-foil-ink">
              <RateReasonText reason={reason} />
            </span>
          )}
        </ReceiptLine>
        {refunded > 0n && (
          <ReceiptLine label={t('givenBack')}>
            <MoneyText amount={money(-refunded)} decimals={8} />
            {share && (
              <span className="block text-12 text-ink-3">
                {t('givenBackHow', {
                  price: format.money(price),
                  remains: format.number(remains ?? 0),
                  total: format.number(quantity),
                })}
              </span>
            )}
          </ReceiptLine>
        )}
      </ReceiptLines>
      <ReceiptTotal label={t('paid')}>
        <MoneyText amount={paid} decimals={8} />
      </ReceiptTotal>
      {paid === 0n && <p className="text-14 text-ink-2">{t('nothingPaid')}</p>}
    </Receipt>
  )
}

/** Whether the refund is exactly the undelivered share: a package counts other units, and staff may refund more. */
function shareOf({ price, refunded, quantity, remains }: Order): boolean {
  if (refunded === 0n || remains === null || remains <= 0 || remains > quantity) return false
  return partialRefund({ price, refunded: 0n, quantity, remains }) === refunded
}
