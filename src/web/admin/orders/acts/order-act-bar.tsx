import { lazy, useLayoutEffect, useRef, useState } from 'react'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { takeLostFocus } from '#web/ui/form/take-lost-focus.ts'
import { useMay } from '#web/platform/session/may.ts'
import { Button } from '#web/ui/page/button.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import type { OrderActDialogProps } from './order-act-dialog.tsx'
import { actsFor, type OrderAct } from './order-acts.ts'

// Fetched when it is first opened.
const OrderActDialog = lazy(async () => ({
  default: (await import('./order-act-dialog.tsx')).OrderActDialog,
}))

type BarProps = Pick<OrderActDialogProps, 'order' | 'onDone' | 'onMoved'>

/** The actions allowed for an order in its present state: each asks for confirmation, and shows its effect on the money. */
export function OrderActBar({ order, onDone, onMoved }: BarProps) {
  const t = useText(adminOrdersText)
  const [act, setAct] = useState<OrderAct>()
  const acts = actsFor(order, useMay())
  // The clicked button may be gone after its action, before its dialog closes or after.
  const pressed = useRef<Element>(null)
  const findHeading = () => document.querySelector('h1')
  useLayoutEffect(() => {
    if (act !== undefined || pressed.current?.isConnected !== false) return
    pressed.current = null
    takeLostFocus(findHeading())
  })
  const hasEvidence = order.dispatch.attempts.some((attempt) => attempt.evidence.length > 0)
  return (
    <>
      {acts.length > 0 && (
        <section aria-label={t('whatToDo')} className="flex flex-wrap gap-2">
          {acts.map((one) => (
            <Button
              key={one}
              size="small"
              tone={one === 'exists' && hasEvidence ? 'primary' : 'secondary'}
              onClick={(event) => {
                pressed.current = event.currentTarget
                setAct(one)
              }}
            >
              {t(`act_${one}`)}
            </Button>
          ))}
        </section>
      )}
      {act !== undefined && (
        <LazyPart isFloating>
          <OrderActDialog
            {...{ order, act, onDone, onMoved }}
            onClose={() => setAct(undefined)}
            focusAfter={() => (pressed.current?.isConnected === true ? null : findHeading())}
          />
        </LazyPart>
      )}
    </>
  )
}
