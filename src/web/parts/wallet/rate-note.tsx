import type { OrderEvent } from '#contract/orders/orders.ts'
import { rateFor, type RateReason, rateReasonFor } from '#contract/catalogue/rate-for.ts'
import type { Format } from '#contract/base/format.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { ratesText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { useOwnRates } from './use-own-rates.ts'

type RateNoteProps = { service: { readonly id: number; readonly rate: bigint }; className?: string }

/** Beside what a customer pays for a service: the catalogue's rate, struck out, and why it is not theirs. Else nothing. */
export function RateNote({ service, className }: RateNoteProps) {
  return (
    <div className={`flex flex-wrap gap-x-2 text-13 empty:hidden ${className ?? ''}`}>
      <StruckRate service={service} />
      <OwnRateReason service={service} />
    </div>
  )
}

/** Where the customer pays another one. */
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

export function RateReasonText({ reason }: { reason: RateReason }) {
  return sayReason(useText(ratesText), useFormat(), reason)
}

/** What a placed order's first event says of its rate; undefined where it was the catalogue's. */
export function reasonOfOrder(events: readonly OrderEvent[]): RateReason | undefined {
  const details = events.find(({ type }) => type === 'created')?.details
  const percent = Number(details?.['discount_percent'] ?? 0)
  if (percent > 0) return { percent, until: null }
  return details?.['own_rate'] === 1 ? 'own' : undefined
}

function sayReason(t: Say<typeof ratesText>, format: Format, reason: RateReason): string {
  if (reason === 'own') return t('ownRate')
  const percent = format.number(reason.percent)
  return reason.until === null
    ? t('applied', { percent })
    : t('appliedUntil', { percent, date: format.date(reason.until) })
}
