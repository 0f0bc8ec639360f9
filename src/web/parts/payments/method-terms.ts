import { feeFor } from '#contract/payments/fee.ts'
import { type Money, ZERO } from '#contract/base/money.ts'
import type { PaymentMethod, PublicConfig } from '#contract/settings/public-config.ts'
import { useFormat } from '#web/platform/format/use-format.ts'

export type ChosenTerms = Pick<PublicConfig, 'limits' | 'bonuses'> & {
  /** The fee on top of an amount. */
  feeOn: (amount: bigint) => Money
}

/** Limits, bonuses and fee of a payment by this method; the shop's if none is chosen. */
export function termsOf(
  { limits, bonuses }: Pick<PublicConfig, 'limits' | 'bonuses'>,
  method: PaymentMethod | undefined,
): ChosenTerms {
  if (method === undefined) return { limits, bonuses, feeOn: () => ZERO }
  return {
    limits: { ...limits, deposit_min: method.min, deposit_max: method.max },
    bonuses: method.bonuses ?? bonuses,
    feeOn: (amount) => (amount > 0n ? feeFor(amount, method.fee) : ZERO),
  }
}

/** "2.9% + $0.30"; undefined without a fee. */
export function useSayFee(): (fee: PaymentMethod['fee']) => string | undefined {
  const format = useFormat()
  return ({ percent, fixed }) => {
    const share = `${format.number(percent)}%`
    const part = format.money(fixed, 2)
    if (percent === 0) return fixed === 0n ? undefined : part
    return fixed === 0n ? share : `${share} + ${part}`
  }
}
