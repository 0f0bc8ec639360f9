import { useEffect, useState } from 'react'
import { type Delivery, expectationOf, getServiceDelivery } from '#contract/catalogue/delivery.ts'
import { call } from '#web/platform/api/call.ts'
import { sayAverageTime } from '#web/parts/catalogue/service/average-time.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { sayDuration } from '#web/platform/format/say-duration.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'

type ExpectedTimeProps = {
  service: Pick<IndexedService, 'id' | 'averageTime' | 'measuredTime'>
  /** The quantity to order, if it is typed. */
  quantity: number | undefined
}

/**
 * The expected time in one line: measured from such orders, if enough were completed; else the service's own, with its
 * source. Nothing if unknown.
 */
export function ExpectedTime({ service, quantity }: ExpectedTimeProps) {
  const t = useText(newOrderText)
  const { language } = useFormat()
  const delivery = useDelivery(service)
  const say = (seconds: number) => sayDuration(seconds, language)
  const expected =
    delivery === undefined || quantity === undefined ? undefined : expectationOf(delivery, quantity)
  const claimed = sayAverageTime(service.averageTime, language)
  if (expected !== undefined)
    return t('expectedTime', {
      from: say(expected.from_seconds),
      until: say(expected.until_seconds),
      count: expected.orders,
    })
  if (service.measuredTime !== null)
    return t('measuredTime', { time: say(service.measuredTime.seconds), count: service.measuredTime.orders })
  return claimed === undefined ? null : t('claimedTime', { time: claimed })
}

/** Requested if the catalogue says that there is one. If it fails, the line uses other data. */
function useDelivery({ id, measuredTime }: ExpectedTimeProps['service']): Delivery | undefined {
  const [known, setKnown] = useState<{ id: number; delivery: Delivery | undefined }>()
  const isMeasured = measuredTime !== null
  useEffect(() => {
    if (!isMeasured) return
    const leaving = new AbortController()
    call(getServiceDelivery, { params: { id } }, { signal: leaving.signal }).then(
      ({ delivery }) => setKnown({ id, delivery: delivery ?? undefined }),
      (error: unknown) => {
        if (!leaving.signal.aborted) report(error)
      },
    )
    return () => leaving.abort()
  }, [id, isMeasured])
  return known?.id === id ? known.delivery : undefined
}
