import { useState } from 'react'
import * as z from 'zod/mini'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { adminCancelOrder } from '#contract/orders/order-actions.ts'
import type { SettleWhat } from '#contract/orders/settle-provider.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { type ActDraft, sayActEffect } from './say-act-effect.ts'
import type { OrderAct } from './order-acts.ts'
import { findSameRefusals } from '#web/admin/orders/find-same-refusals.ts'
import { SettleDialog } from '#web/admin/orders/settle-dialog.tsx'
import { refuseDraft, toCall } from './to-act-call.ts'
import { ActFields } from './act-fields.tsx'

export type OrderActDialogProps = {
  order: AdminOrder
  act: OrderAct
  onClose: () => void
  onDone: () => Promise<void>
  /** Called if the order has changed since it was shown. */
  onMoved: () => Promise<void>
  focusAfter: () => HTMLElement | null
}

/** One decision about one order: its fields, and its effect on the money before it is made. */
export function OrderActDialog({
  order: opened,
  act,
  onClose,
  onDone,
  onMoved,
  focusAfter,
}: OrderActDialogProps) {
  const t = useText(adminOrdersText)
  // The order as shown when the action was selected: if it has changed since, staff decide again.
  const [order] = useState(opened)
  const [draft, setDraft] = useState<ActDraft>({
    part: 'all',
    amount: '',
    remains: '',
    supply: String(order.supplies.find(({ fits }) => fits)?.id ?? ''),
    isTaught: false,
    link: order.link,
    startCount: order.start_count === null ? '' : String(order.start_count),
    there:
      order.dispatch.attempts.find(({ provider_order: id }) => id !== null)?.provider_order ??
      (act === 'exists' ? findThere(order) : ''),
  })
  const language = useLanguage()
  const effect = sayActEffect(language, { order, act, draft })
  const [last] = order.dispatch.attempts
  const [same, setSame] = useState<SettleWhat>()

  const form = useForm({
    schema: z.pick(adminCancelOrder.body, { reason: true }),
    toValues: (data) => ({ reason: data.get('reason') }),
    check: () => refuseDraft(language, { order, act, draft }),
    failure: t('actFailed'),
    onSubmit: async ({ reason }) => {
      try {
        await toCall(language, { order, act, draft, reason })?.()
      } catch (error) {
        if (error instanceof ApiError && error.code === 'state_conflict') await onMoved()
        throw error
      }
      const same =
        draft.isTaught && last !== undefined
          ? await findSameRefusals(last.provider_id, last.sentence ?? '')
          : undefined
      if (same === undefined) onClose()
      else setSame(same)
      await onDone()
    },
  })

  if (same !== undefined && last !== undefined)
    return <SettleDialog providerId={last.provider_id} what={same} {...{ onClose, onDone, focusAfter }} />
  return (
    <Dialog
      isOpen
      onOpenChange={() => !form.isBusy && onClose()}
      title={t(`act_${act}`)}
      focusAfter={focusAfter}
    >
      <Form form={form}>
        <ActFields order={order} act={act} draft={draft} onChange={setDraft} />
        {effect !== undefined && <Alert tone="info">{effect}</Alert>}
        <TextField
          label={t('reason')}
          name="reason"
          maxLength={500}
          autoComplete="off"
          hint={t('reasonHint')}
        />
        <DialogFooter>
          <Button
            type="submit"
            tone={act === 'refund' || act === 'cancel' ? 'danger' : 'primary'}
            isBusy={form.isBusy}
          >
            {t(`act_${act}`)}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

/** The only matching order at the provider that none of ours has: the one to copy from the evidence. */
function findThere({ dispatch: { attempts } }: AdminOrder): string {
  const fitting = attempts
    .flatMap(({ evidence }) => evidence)
    .flatMap((one) => (one.code === 'unclaimed_order' && one.charge_fits ? [one.provider_order] : []))
  const [first = '', ...others] = new Set(fitting)
  return others.length === 0 ? first : ''
}
