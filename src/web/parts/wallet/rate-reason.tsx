import type { Format } from '#contract/base/format.ts'
import type { RateReason } from '#contract/catalogue/rate-for.ts'
import type { OrderEvent } from '#contract/orders/orders.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { ratesText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'

export function RateReasonText({ reason }: { reason: RateReason }) {
  return sayReason(useText(ratesText), useFormat(), reason)
}

/** The reason for the rate in a placed order's first event; undefined for the catalogue's rate. */
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
