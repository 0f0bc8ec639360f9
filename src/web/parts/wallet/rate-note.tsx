import { rateFor, rateReasonFor } from '#contract/catalogue/rate-for.ts'
import { ratesText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RateReasonText } from './rate-reason.tsx'
import { useOwnRates } from './use-own-rates.ts'

type RateNoteProps = { service: { readonly id: number; readonly rate: bigint }; className?: string }

/** Next to a customer's rate: the catalogue's rate, struck through, and why theirs differs. Otherwise nothing. */
export function RateNote({ service, className }: RateNoteProps) {
  return (
    <div className={`flex flex-wrap gap-x-2 text-13 empty:hidden ${className ?? ''}`}>
      <StruckRate service={service} />
      <OwnRateReason service={service} />
    </div>
  )
}

/** Shown if the customer pays another rate. */
export function StruckRate({ service }: Pick<RateNoteProps, 'service'>) {
  const t = useText(ratesText)
  if (rateFor(service, useOwnRates()) === service.rate) return null
  return (
    <s className="text-13 text-ink-3">
      <span className="sr-only">{t('insteadOf')} </span>
      <MoneyText amount={service.rate} decimals={4} />
    </s>
  )
}

export function OwnRateReason({ service }: Pick<RateNoteProps, 'service'>) {
  const reason = rateReasonFor(service, useOwnRates())
  if (reason === undefined) return null
  return (
    <p className="text-foil-ink">
      <RateReasonText reason={reason} />
    </p>
  )
}
