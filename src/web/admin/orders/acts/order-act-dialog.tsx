import { useState } from 'react'
import * as desk from '#contract/orders/admin-orders.ts'
import type { SettleWhat } from '#contract/orders/settle-provider.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { refuseAmbiguous } from '#web/ui/fields/typed-number.ts'
import { type ActDraft, sayActEffect } from './say-act-effect.ts'
import type { OrderAct } from './order-acts.ts'
import { findSameRefusals } from '#web/admin/orders/find-same-refusals.ts'
import { SettleDialog } from '#web/admin/orders/settle-dialog.tsx'
import { toCall } from './to-act-call.ts'
import { ActFields } from './act-fields.tsx'

type Order = desk.AdminOrder

export type OrderActDialogProps = {
  order: Order
  act: OrderAct
  onClose: () => void
  onDone: () => Promise<void>
  /** It isn't as it is shown any more. */
  onMoved: () => Promise<void>
}

/** One decision about one order: what it needs to be told, and what it will do to the money, before it does it. */
export function OrderActDialog({ order: opened, act, onClose, onDone, onMoved }: OrderActDialogProps) {
  const t = useText(adminOrdersText)
  // As shown when the action was chosen: what becomes of it meanwhile is a reason to decide again.
  const [order] = useState(opened)
  const [draft, setDraft] = useState<ActDraft>({
    part: 'all',
    amount: '',
    remains: '',
    supply: String(order.supplies.find(({ fits }) => fits)?.id ?? ''),
    isTaught: false,
    there: order.dispatch.attempts.find(({ provider_order: id }) => id !== null)?.provider_order ?? '',
  })
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const language = useLanguage()
  const effect = sayActEffect(language, { order, act, draft })
  const [last] = order.dispatch.attempts
  const [same, setSame] = useState<SettleWhat>()

  async function apply(): Promise<void> {
    if (isBusy) return
    setFailure(undefined)
    if (reason.trim() === '') return setFailure(t('reasonRequired'))
    const todo = toCall(language, { order, act, draft, reason })
    if (todo === undefined)
      return setFailure(
        act === 'refund' && draft.part === 'amount'
          ? (refuseAmbiguous(language, draft.amount, { kind: 'money' }) ?? t('amountInvalid'))
          : (refuseAmbiguous(language, draft.remains, { kind: 'whole' }) ??
              t('remainsInvalid', { quantity: String(order.quantity) })),
      )
    setIsBusy(true)
    try {
      await todo()
      const same =
        draft.isTaught && last !== undefined
          ? await findSameRefusals(last.provider_id, last.sentence ?? '')
          : undefined
      if (same === undefined) onClose()
      else setSame(same)
      await onDone()
    } catch (error) {
      setFailure(messageOf(error, t('actFailed')))
      if (error instanceof ApiError && error.code === 'state_conflict') await onMoved()
    } finally {
      setIsBusy(false)
    }
  }

  if (same !== undefined && last !== undefined)
    return <SettleDialog providerId={last.provider_id} what={same} onClose={onClose} onDone={onDone} />
  return (
    <Dialog isOpen onOpenChange={() => !isBusy && onClose()} title={t(`act_${act}`)}>
      <ActFields order={order} act={act} draft={draft} onChange={setDraft} />
      {effect !== undefined && <Alert tone="info">{effect}</Alert>}
      <TextField
        label={t('reason')}
        name="reason"
        maxLength={500}
        autoComplete="off"
        hint={t('reasonHint')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {failure !== undefined && <Alert>{failure}</Alert>}
      <DialogFooter>
        <Button
          tone={act === 'refund' || act === 'cancel' ? 'danger' : 'primary'}
          isBusy={isBusy}
          onClick={() => void apply()}
        >
          {t(`act_${act}`)}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
