import { ZERO } from '#contract/base/money.ts'
import type { PaymentMethod, PublicConfig } from '#contract/settings/public-config.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptTotal } from '#web/ui/paper/receipt.tsx'
import { BonusAmount } from '#web/parts/payments/bonus-amount.tsx'
import { useSayFee } from '#web/parts/payments/method-terms.ts'
import { bonusBySteps } from '#web/parts/payments/deposit-amount.ts'

type PaymentSummaryProps = {
  /** Undefined while there is no payable amount. */
  amount: bigint | undefined
  /** Paid in addition to the amount. */
  fee: bigint
  feeTerms: PaymentMethod['fee'] | undefined
  bonuses: PublicConfig['bonuses']
  /** The name of the gateway; undefined while none is selected. */
  gateway: string | undefined
  /** Staff confirm the payment. */
  isByHand: boolean
  isBusy: boolean
  /** Why the payment could not be opened, shown at the button. */
  refusal: string | undefined
}

/**
 * The amount and its bonus, before the customer leaves. Below 992 px the total and the button are a bar that stays
 * visible; the button always responds, by saying what is missing.
 */
export function PaymentSummary({
  amount,
  fee,
  feeTerms,
  bonuses,
  gateway,
  isByHand,
  isBusy,
  refusal,
}: PaymentSummaryProps) {
  const t = useText(paymentsText)
  const format = useFormat()
  const { balance = ZERO, owed = ZERO } = useSession()?.user ?? {}
  const { bonus, percent } = bonusBySteps(amount ?? 0n, bonuses)
  const credited = (amount ?? 0n) + bonus
  const sayFee = useSayFee()
  const terms = feeTerms && sayFee(feeTerms)
  const total = (amount ?? 0n) + fee
  const label = amount === undefined ? t('payNothing') : t('pay', { amount: format.money(total, 2) })
  return (
    <>
      {refusal !== undefined && (
        <div className="max-wide:hidden">
          <Alert>{refusal}</Alert>
        </div>
      )}
      <Receipt title={t('summary')}>
        <ReceiptLines>
          {terms !== undefined && (
            <>
              <ReceiptLine label={t('paid')}>
                <MoneyText amount={amount ?? 0n} />
              </ReceiptLine>
              <ReceiptLine label={t('feeOf', { fee: terms })}>
                <MoneyText amount={fee} />
              </ReceiptLine>
            </>
          )}
          <ReceiptLine label={t('youPay')}>
            <MoneyText amount={total} />
          </ReceiptLine>
          <ReceiptLine label={percent === 0 ? t('bonus') : t('bonusOf', { percent: String(percent) })}>
            <BonusAmount amount={bonus} />
          </ReceiptLine>
          {owed > 0n && credited > 0n && (
            <ReceiptLine label={t('owed')}>
              <MoneyText amount={credited < owed ? -credited : -owed} isSigned />
            </ReceiptLine>
          )}
          <ReceiptLine label={t('balanceAfter')}>
            <MoneyText amount={credited < owed ? balance : balance + credited - owed} />
          </ReceiptLine>
        </ReceiptLines>
        <div className="max-wide:hidden">
          <ReceiptTotal label={t('credited')}>
            <MoneyText amount={credited} />
          </ReceiptTotal>
        </div>
        <Button type="submit" size="large" isWide isBusy={isBusy} className="max-wide:hidden">
          {label}
        </Button>
        {gateway !== undefined && (
          <p className="text-center text-13 text-ink-3">
            {isByHand ? t('leavingByHand') : t('leaving', { gateway })}
          </p>
        )}
      </Receipt>
      <div
        data-bottom-bar
        className="sticky bottom-0 z-10 -mx-4 grid gap-3 rounded-t-sheet border-t border-line bg-surface px-4 pt-3 pb-4 shadow-receipt wide:hidden"
      >
        {refusal !== undefined && <Alert>{refusal}</Alert>}
        <p className="flex items-baseline justify-between gap-4">
          <span>{t('credited')}</span>
          <MoneyText amount={credited} className="text-28 font-medium" />
        </p>
        <Button type="submit" size="large" isWide isBusy={isBusy}>
          {label}
        </Button>
      </div>
    </>
  )
}
