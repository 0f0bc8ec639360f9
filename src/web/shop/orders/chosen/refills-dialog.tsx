import { useRef, useState } from 'react'
import { type Order, refillOrder } from '#contract/orders/orders.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { orderListText } from '#web/shop/orders/texts.en.ts'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Progress } from '#web/ui/chart/progress.tsx'
import { askInTurns } from './ask-in-turns.ts'
import { whyNoRefill } from './why-no-refill.ts'

type RefillsDialogProps = {
  /** The orders selected when it opened; later changes of their rows have no effect here. */
  orders: readonly Order[]
  onAsked: (order: Order) => void
  onClose: () => void
}

type Refused = { id: number; reason: string }
type Stage =
  | { name: 'asking'; done: number }
  | { name: 'over'; asked: number; refused: Refused[]; left: number }

/**
 * Requests a refill for each of several orders: one call each, so that each has its own result and none is requested
 * twice, even if others fail. Orders that can't be refilled are listed first, with the reason.
 */
export function RefillsDialog({ orders, onAsked, onClose }: RefillsDialogProps) {
  const t = useText(orderListText)
  const [chosen] = useState(orders)
  const [stage, setStage] = useState<Stage>()
  const stopping = useRef(new AbortController())
  const able = chosen.filter((order) => whyNoRefill(order) === undefined)
  const unable = chosen.flatMap((order) => {
    const reason = whyNoRefill(order)
    return reason === undefined ? [] : [{ id: order.id, reason: t(reason) }]
  })

  async function start(): Promise<void> {
    const refused: Refused[] = []
    let done = 0
    setStage({ name: 'asking', done })
    const begun = await askInTurns(
      able,
      async (order) => {
        try {
          await call(refillOrder, { params: { id: order.id }, query: {} })
          onAsked(order)
        } catch (error) {
          refused.push({ id: order.id, reason: messageOf(error, t('not_now')) })
        }
        done += 1
        setStage({ name: 'asking', done })
      },
      stopping.current.signal,
    )
    setStage({ name: 'over', asked: begun - refused.length, refused, left: able.length - begun })
  }

  const isAsking = stage?.name === 'asking'
  const title = able.length === 0 ? t('refillNoneTitle') : t('refillTitle', { count: able.length })
  return (
    <Dialog isOpen onOpenChange={() => !isAsking && onClose()} title={title}>
      {stage === undefined && able.length > 0 && <p className="text-ink-2">{t('refillLead')}</p>}
      {stage === undefined && unable.length > 0 && (
        <Reasons title={t('refillLeft', { count: unable.length })} orders={unable} />
      )}
      {isAsking && <Asking done={stage.done} total={able.length} />}
      {stage?.name === 'over' && <Outcome {...stage} />}
      <DialogFooter>
        {isAsking ? (
          <StopButton onStop={() => stopping.current.abort()} />
        ) : (
          <Button tone={stage === undefined && able.length > 0 ? 'secondary' : 'primary'} onClick={onClose}>
            {t('close')}
          </Button>
        )}
        {stage === undefined && able.length > 0 && (
          <Button onClick={() => void start()}>{t('refillStart')}</Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function Asking({ done, total }: { done: number; total: number }) {
  const t = useText(orderListText)
  const said = t('refillAsking', { done, total })
  return (
    <div className="grid gap-3">
      <p className="figures text-14">{said}</p>
      <Progress label={t('refillStart')} share={done / total} valueText={said} />
    </div>
  )
}

function StopButton({ onStop }: { onStop: () => void }) {
  const t = useText(ordersText)
  const [isStopped, setIsStopped] = useState(false)
  return (
    <Button
      tone="secondary"
      isBusy={isStopped}
      onClick={() => {
        setIsStopped(true)
        onStop()
      }}
    >
      {t('stop')}
    </Button>
  )
}

function Outcome({ asked, refused, left }: { asked: number; refused: readonly Refused[]; left: number }) {
  const t = useText(orderListText)
  return (
    <output className="grid gap-3">
      {(asked > 0 || refused.length === 0) && <p className="text-ok">{t('refillDone', { count: asked })}</p>}
      {refused.length > 0 && (
        <Reasons title={t('refillRefused', { count: refused.length })} orders={refused} />
      )}
      {left > 0 && <p className="text-14 text-ink-2">{t('refillStopped', { count: left })}</p>}
    </output>
  )
}

/** Grouped by reason, in the order of first occurrence. */
function Reasons({ title, orders }: { title: string; orders: readonly Refused[] }) {
  const byReason = Map.groupBy(orders, ({ reason }) => reason)
  return (
    <div className="grid gap-2 text-14">
      <p className="font-semibold">{title}</p>
      <ul className="grid max-h-52 gap-2 overflow-y-auto">
        {[...byReason].map(([reason, ids]) => (
          <li key={reason} className="wrap-anywhere">
            <span className="figures">{ids.map(({ id }) => id).join(', ')}</span>
            <span className="text-ink-2"> – {reason}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
