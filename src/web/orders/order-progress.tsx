import type { Order } from '#contract/orders.ts'
import { ordersText } from '#web/messages/orders.ts'
import { useText } from '#web/messages/text.ts'
import { deliveredOf } from './delivered.ts'

export function OrderProgress({ order }: { order: Order }) {
  const t = useText(ordersText)
  const done = deliveredOf(order)
  // Down, so that 100 % is only said of all.
  const percent = Math.floor(((done ?? 0) / Math.max(1, order.quantity)) * 100)
  return (
    <div className="grid gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-17 font-bold">{t('progress')}</h2>
        <span className="figures text-20">{t('deliveredShare', { percent })}</span>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw <progress> each in their own way
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-chip bg-sunken"
      >
        <div
          className="h-full origin-left bg-petrol transition-transform duration-180 ease-out"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
      <p className="text-14 text-ink-2">
        {done === undefined ? t('none') : t('delivered', { done, total: order.quantity })}
      </p>
    </div>
  )
}
