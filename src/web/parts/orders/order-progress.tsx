import type { Order } from '#contract/orders/orders.ts'
import { ordersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Progress } from '#web/ui/chart/progress.tsx'
import { deliveredOf } from './delivered.ts'

export function OrderProgress({ order }: { order: Order }) {
  const t = useText(ordersText)
  const done = deliveredOf(order)
  // Rounded down, so that 100 % means everything.
  const percent = Math.floor(((done ?? 0) / Math.max(1, order.quantity)) * 100)
  return (
    <div className="grid gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-17 font-bold">{t('progress')}</h2>
        <span className="figures text-20">{t('deliveredShare', { percent })}</span>
      </div>
      <Progress label={t('progress')} share={(done ?? 0) / Math.max(1, order.quantity)} />
      <p className="text-14 text-ink-2">
        {done === undefined ? t('none') : t('delivered', { done, total: order.quantity })}
      </p>
    </div>
  )
}
