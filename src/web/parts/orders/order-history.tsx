import { useState } from 'react'
import type { Order, OrderEvent } from '#contract/orders/orders.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { ordersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { sayOrderEvent } from './say-order-event.ts'

/** The order's timeline, newest or oldest first. */
export function OrderHistory({ order, events }: { order: Order; events: readonly OrderEvent[] }) {
  const t = useText(ordersText)
  const language = useLanguage()
  const [isOldestFirst, setIsOldestFirst] = useState(false)
  const told = timelineOf(order, events)
  const shown = isOldestFirst ? told : told.toReversed()
  return (
    <CardSection
      title={t('history')}
      aside={
        <Button tone="quiet" size="small" onClick={() => setIsOldestFirst(!isOldestFirst)}>
          {isOldestFirst ? t('oldestFirst') : t('newestFirst')}
        </Button>
      }
    >
      <ol className="grid p-5 max-wide:p-4">
        {shown.map((event, at) => (
          <li
            key={`${event.created_at.getTime()}-${event.type}-${sayOrderEvent(language, event)}`}
            className="relative flex gap-3 pb-5 last:pb-0"
          >
            {at < shown.length - 1 && (
              <span aria-hidden className="absolute start-[5px] top-4 -bottom-1 w-px bg-line-strong" />
            )}
            <span
              aria-hidden
              className={cx(
                'mt-1.5 size-2.75 shrink-0 rounded-full border-2 border-petrol',
                event === told.at(-1) ? 'bg-petrol' : 'bg-surface',
              )}
            />
            <span className="grid min-w-0">
              <span className="text-14 wrap-anywhere">{sayOrderEvent(language, event)}</span>
              <RelativeTime date={event.created_at} className="text-13 text-ink-3" />
            </span>
          </li>
        ))}
      </ol>
    </CardSection>
  )
}

type Told = Pick<OrderEvent, 'type' | 'details' | 'created_at'>

/** Oldest first. Includes the current status, even if the page received it before the timeline was read again. */
function timelineOf(order: Order, events: readonly OrderEvent[]): readonly Told[] {
  const told: Told[] = events.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())
  if (told.length === 0) told.push({ type: 'created', details: {}, created_at: order.created_at })
  const isTold = told.some(({ type, details }) => type === 'status' && details['to'] === order.status)
  if (order.status !== 'PENDING' && !isTold)
    told.push({ type: 'status', details: { to: order.status }, created_at: order.updated_at })
  return told
}
