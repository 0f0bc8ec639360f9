import { type Money, money } from '#contract/base/money.ts'
import { BonusAmount } from '#web/parts/payments/bonus-amount.tsx'
import { paymentsText } from '#web/shop/add-funds/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { ReceiptLine, ReceiptLines } from '#web/ui/paper/receipt.tsx'

type PaymentReceiptProps = {
  orderId: string
  /** The server's figures; undefined if the request failed. */
  figures: { amount: Money; fee: Money; bonus: Money; reversed: Money } | undefined
  /** Shown once the money is credited. */
  balance?: bigint
}

export function PaymentReceipt({ orderId, figures, balance }: PaymentReceiptProps) {
  const t = useText(paymentsText)
  return (
    <div className="w-full border-y border-dashed border-line-strong py-4 text-start">
      <ReceiptLines>
        <ReceiptLine label={t('payment')}>
          <span className="-my-2 inline-flex items-center gap-1">
            <span className="text-13 wrap-anywhere">{orderId}</span>
            <CopyButton value={orderId} what={t('paymentId')} />
          </span>
        </ReceiptLine>
        {figures !== undefined && (
          <>
            <ReceiptLine label={t('paid')}>
              <MoneyText amount={figures.amount} />
            </ReceiptLine>
            {figures.fee > 0n && (
              <>
                <ReceiptLine label={t('fee')}>
                  <MoneyText amount={figures.fee} />
                </ReceiptLine>
                <ReceiptLine label={t('total')}>
                  <MoneyText amount={figures.amount + figures.fee} />
                </ReceiptLine>
              </>
            )}
            {figures.bonus > 0n && (
              <ReceiptLine label={t('bonus')}>
                <BonusAmount amount={figures.bonus} />
              </ReceiptLine>
            )}
            {figures.reversed > 0n && (
              <ReceiptLine label={t('reversed')}>
                <MoneyText amount={money(-figures.reversed)} isSigned className="text-bad" />
              </ReceiptLine>
            )}
          </>
        )}
        {balance !== undefined && (
          <ReceiptLine label={t('balance')}>
            <MoneyText amount={balance} />
          </ReceiptLine>
        )}
      </ReceiptLines>
    </div>
  )
}
