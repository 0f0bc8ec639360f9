import type { OrderInFull } from '#contract/orders/orders.ts'
import { sayDuration } from '#web/platform/format/say-duration.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { orderDetailsText } from '#web/shop/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { Curve } from '#web/ui/chart/curve.tsx'
import { bandOf, curveOfOrder, placeOf } from './curve-of-order.ts'
import { deliveredOf } from '#web/parts/orders/delivered.ts'
import { OrderProgress } from '#web/parts/orders/order-progress.tsx'

/** The delivery: progress, its history, and that of similar orders. */
export function OrderDelivery({ order }: { order: OrderInFull }) {
  const t = useText(orderDetailsText)
  const curve = curveOfOrder(order)
  return (
    <CardSection title={t('delivery')}>
      <div className="grid gap-5 p-5 max-wide:p-4">
        <OrderProgress order={order} />
        {order.status === 'REFILL' && <p className="text-14 text-ink-2">{t('refilling')}</p>}
        {curve === undefined ? (
          <p className="rounded-control bg-sunken px-4 py-5 text-14 text-ink-2">{t(noCurveOf(order))}</p>
        ) : (
          <DeliveryCurve order={order} curve={curve} />
        )}
        <OrderExpectation order={order} curve={curve} />
      </div>
    </CardSection>
  )
}

type Drawn = NonNullable<ReturnType<typeof curveOfOrder>>

function DeliveryCurve({ order, curve }: { order: OrderInFull; curve: Drawn }) {
  const t = useText(orderDetailsText)
  const format = useFormat()
  const { quantity, expected } = order
  const say = (seconds: number) => sayDuration(seconds, format.language)
  const last = curve.points.at(-1)
  const total = format.number(quantity)
  return (
    <Curve
      caption={t('delivery')}
      summary={t('curveOf', {
        done: format.number(last?.delivered ?? 0),
        total,
        time: say(last?.seconds ?? 0),
      })}
      headings={[t('after'), t('deliveredColumn')]}
      points={curve.points.map((point, at) => ({
        ...placeOf(point, curve, quantity),
        label: at === 0 ? t('placed') : say(point.seconds),
        text: format.number(point.delivered),
      }))}
      band={expected === null ? undefined : bandOf(expected, curve)}
      ends={[t('placed'), t('afterTime', { time: say(curve.seconds) })]}
      top={t('ofAll', { total })}
    />
  )
}

/** A realistic estimate of the time: from the same service's orders, or none if there are too few. */
function OrderExpectation({ order, curve }: { order: OrderInFull; curve: Drawn | undefined }) {
  const t = useText(orderDetailsText)
  const { language } = useFormat()
  const { expected, status } = order
  const say = (seconds: number) => sayDuration(seconds, language)
  const last = curve?.points.at(-1)
  // Staff may have completed it later than the last sample.
  const tookSeconds = status === 'COMPLETED' && last?.delivered === order.quantity ? last.seconds : undefined
  if (expected === null && tookSeconds === undefined) return null
  const isOpen = status === 'PENDING' || status === 'PROCESSING'
  const knownSeconds = (order.updated_at.getTime() - order.created_at.getTime()) / 1000
  const isLate = expected !== null && (tookSeconds ?? (isOpen ? knownSeconds : 0)) > expected.until_seconds
  const isEarly = expected !== null && tookSeconds !== undefined && tookSeconds < expected.from_seconds
  return (
    <p className="text-14 text-ink-2">
      {tookSeconds !== undefined && <>{t('finishedIn', { time: say(tookSeconds) })} </>}
      {expected !== null && (
        <>
          {t('expected', {
            from: say(expected.from_seconds),
            until: say(expected.until_seconds),
            count: expected.orders,
          })}{' '}
          {curve !== undefined && t('expectedBand')} {isLate && t('isLate')}
          {isEarly && t('isEarly')}
        </>
      )}
    </p>
  )
}

function noCurveOf(order: OrderInFull): 'waiting' | 'neverBegan' | 'noSamples' {
  if (order.status === 'PENDING' || order.status === 'PROCESSING') return 'waiting'
  return (deliveredOf(order) ?? 0) === 0 || order.refunded === order.price ? 'neverBegan' : 'noSamples'
}
