import { ZERO } from '#contract/base/money.ts'
import type { PublicConfig } from '#contract/settings/public-config.ts'
import type { Pace } from '#contract/reports/spending.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { AmountPresets } from './amount-presets.tsx'
import { NextBonus } from './next-bonus.tsx'
import { MethodCards } from './method-cards.tsx'
import { PaymentInformation } from './payment-information.tsx'
import { PaymentSummary } from './payment-summary.tsx'
import { usePaymentForm } from './use-payment-form.ts'

type AddFundsFormProps = { config: PublicConfig; pace: Pace | undefined }

/** Amount, method, and the resulting total before the customer leaves for the gateway's page. */
export function AddFundsForm({ config, pace }: AddFundsFormProps) {
  const t = useText(paymentsText)
  const format = useFormat()
  const payment = usePaymentForm(config)
  const { form, text, amount, setText, choose, methodId, setMethodId, amountError, methodError } = payment
  const { limits, bonuses, feeOn } = payment.terms
  const range = { min: format.money(limits.deposit_min, 2), max: format.money(limits.deposit_max, 2) }
  return (
    <form
      {...form.props}
      className="flex flex-col gap-5 wide:grid wide:grid-cols-[minmax(0,1fr)_22rem] wide:items-start wide:gap-7"
    >
      <div className="grid gap-5">
        <NumberField
          label={t('amount')}
          name="amount"
          kind="money"
          isPlain
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={20}
          hint={t('amountRange', range)}
          error={amountError}
        />
        <AmountPresets limits={limits} bonuses={bonuses} amount={amount} pace={pace} onChoose={choose} />
        <NextBonus limits={limits} bonuses={bonuses} amount={amount} onChoose={choose} />
        <MethodCards
          methods={payment.methods}
          limits={config.limits}
          value={methodId}
          onChange={setMethodId}
          error={methodError}
        />
        <PaymentInformation methods={payment.methods} limits={limits} bonuses={bonuses} />
      </div>
      <div className="grid gap-4 max-wide:contents wide:sticky wide:top-20">
        <PaymentSummary
          amount={payment.isPayable ? amount : undefined}
          fee={payment.isPayable ? feeOn(amount) : ZERO}
          feeTerms={payment.method?.fee}
          bonuses={bonuses}
          gateway={payment.gateway}
          isByHand={payment.isByHand}
          isBusy={form.isBusy}
          refusal={form.message}
        />
      </div>
    </form>
  )
}
