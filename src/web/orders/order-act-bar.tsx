import { lazy, useState } from 'react'
import type { AdminOrder } from '#contract/order-desk.ts'
import { adminOrdersText } from '#web/messages/admin-orders.ts'
import { useText } from '#web/messages/text.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { actsFor, type OrderAct } from './order-acts.ts'

// Fetched when it is first opened.
const OrderActDialog = lazy(async () => ({
  default: (await import('./order-act-dialog.tsx')).OrderActDialog,
}))

/** What staff may do to an order as it stands: each asks, and says what it will do to the money. */
export function OrderActBar({ order, onDone }: { order: AdminOrder; onDone: () => Promise<void> }) {
  const t = useText(adminOrdersText)
  const [act, setAct] = useState<OrderAct>()
  const acts = actsFor(order)
  const hasEvidence = order.dispatch.attempts.some((attempt) => attempt.evidence.length > 0)
  return (
    <>
      {acts.length > 0 && (
        <section aria-label={t('whatToDo')} className="flex flex-wrap gap-2">
          {acts.map((one, at) => (
            <Button
              key={one}
              size="small"
              tone={at === 0 && hasEvidence ? 'primary' : 'secondary'}
              onClick={() => setAct(one)}
            >
              {t(`act_${one}`)}
            </Button>
          ))}
        </section>
      )}
      {act !== undefined && (
        <LazyPart isFloating>
          <OrderActDialog order={order} act={act} onClose={() => setAct(undefined)} onDone={onDone} />
        </LazyPart>
      )}
    </>
  )
}
