import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { gatewayName } from '#contract/base/gateways/registry.ts'
import { isManual } from '#contract/settings/payment-methods.ts'
import { moneyToNumber, ZERO } from '#contract/base/money.ts'
import { createPayment } from '#contract/payments/payments.ts'
import type { PaymentMethod, PublicConfig } from '#contract/settings/public-config.ts'
import { makeIntent } from '#web/platform/drafts/intent-key.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { readMoney, writeNumber } from '#contract/base/read-number.ts'
import { termsOf } from '#web/parts/payments/method-terms.ts'
import { findAmountRefusal, toSuggestedAmount } from '#web/parts/payments/deposit-amount.ts'
import { type Filled, openPayment } from '#web/parts/payments/open-payment.ts'
import { rememberReturn, returnPathOf } from '#web/shop/add-funds/status/payment-return.ts'

/** The logic of the add-funds form, without its appearance. */
export function usePaymentForm(config: PublicConfig) {
  const t = useText(paymentsText)
  const format = useFormat()
  const [search] = useSearchParams()
  const userId = useSession()?.user.id ?? 0
  const methods = config.payment_methods
  const { language } = format
  const suggested = toSuggestedAmount(search.get('amount'), config.limits.deposit_min)
  const [text, setText] = useState(writeNumber(suggested, language, 'money'))
  const [methodId, setMethodId] = useState<string | undefined>(
    () => methods.find(({ available }) => available)?.id,
  )
  const [checkedText, setCheckedText] = useState<string>()
  const method = methods.find(({ id, available }) => available && id === methodId)
  const amount = readMoney(text, language) ?? ZERO
  const terms = termsOf(config, method)
  const { limits } = terms
  const isPayable = findAmountRefusal(text, language, limits) === undefined

  function check(): Record<string, string> {
    setCheckedText(`${methodId} ${text}`)
    const refusal = findAmountRefusal(text, language, limits)
    const range = { min: format.money(limits.deposit_min, 2), max: format.money(limits.deposit_max, 2) }
    return {
      ...(refusal !== undefined && { amount: t(refusal, range) }),
      ...(method === undefined && { payment_method: t('methodRequired') }),
    }
  }

  async function pay(filled: Filled): Promise<void> {
    const intent = makeIntent('add-funds', userId)
    const { orderId, paymentUrl } = await openPayment(filled, intent.keyFor(filled))
    rememberReturn(orderId, returnPathOf(search))
    intent.forget()
    await leaveFor(paymentUrl)
  }

  const form = useForm({
    shows: ['payment_method'],
    schema: createPayment.body,
    // `check` reports invalid amounts: the schema then only needs a value that passes.
    toValues: () => ({
      amount: moneyToNumber(isPayable ? amount : limits.deposit_min),
      payment_method: method?.value ?? 'card',
    }),
    check,
    onSubmit: ({ amount, payment_method: paymentMethod }) => pay({ amount, payment_method: paymentMethod }),
  })

  return {
    form,
    methods,
    method,
    terms,
    text,
    amount,
    setText,
    choose: (plain: string) => setText(writeNumber(plain, language, 'money')),
    /** Where the customer pays. */
    gateway: method && placeOf(method),
    isByHand: method !== undefined && isManual(method.value),
    methodId,
    setMethodId,
    // An error belongs to the refused values: it disappears when the amount or method changes.
    amountError: checkedText === `${methodId} ${text}` ? form.errors.amount : undefined,
    methodError: method === undefined ? form.errors.payment_method : undefined,
    isPayable,
  }
}

/** The company's name, or the method's if there is no company. */
function placeOf({ value, label }: PaymentMethod): string {
  const name = gatewayName(value)
  return name === value ? label : name
}

/** The form stays busy while the browser navigates away, and is usable again when the user comes back. */
function leaveFor(url: string): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
    window.location.assign(url)
  })
}
