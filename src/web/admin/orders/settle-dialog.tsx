import { useEffect, useState } from 'react'
import { settleProvider, type SettleWhat } from '#contract/orders/settle-provider.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminOrdersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

type Settled = AnswerOf<typeof settleProvider>

type SettleDialogProps = {
  providerId: number
  what: SettleWhat
  onClose: () => void
  onDone: () => Promise<void>
  focusAfter?: (() => HTMLElement | null) | undefined
}

/** Orders waiting for the same decision at one provider: first the number and amount, then all are decided at once. */
export function SettleDialog({ providerId, what, onClose, onDone, focusAfter }: SettleDialogProps) {
  const t = useText(adminOrdersText)
  const format = useFormat()
  const [seen, setSeen] = useState<Settled>()
  const [failure, setFailure] = useState<string>()
  const seal = JSON.stringify(what)
  const failed = t('actFailed')

  // A dry run changes nothing and records no reason.
  useEffect(() => {
    const looking = new AbortController()
    const body = { what: JSON.parse(seal), reason: '–', dry_run: true }
    call(settleProvider, { params: { id: providerId }, body }, { signal: looking.signal }).then(
      setSeen,
      (error: unknown) => looking.signal.aborted || setFailure(messageOf(error, failed)),
    )
    return () => looking.abort()
  }, [providerId, seal, failed])

  const form = useForm({
    schema: settleProvider.body,
    toValues: (data) => ({ what, reason: data.get('reason'), dry_run: false }),
    failure: failed,
    onSubmit: async (body) => {
      const { orders } = await call(settleProvider, { params: { id: providerId }, body })
      toast('success', t('decided', { count: orders }))
      onClose()
      await onDone()
    },
  })
  const count = seen?.orders ?? 0
  const figures = { count, cost: format.money(seen?.cost ?? 0n), refunds: format.money(seen?.refunds ?? 0n) }
  return (
    <Dialog
      isOpen
      onOpenChange={() => !form.isBusy && onClose()}
      title={t(`settle_${what.kind}`)}
      {...(focusAfter && { focusAfter })}
    >
      <p className="text-15 text-ink-2">{t(`settleText_${what.kind}`)}</p>
      {(seen !== undefined || failure === undefined) && (
        <div aria-live="polite" className="grid gap-1 rounded-card border border-line p-4 text-15">
          <p>{seen === undefined ? t('settleLooks') : t(`settleFigures_${what.kind}`, figures)}</p>
          {seen !== undefined && seen.limited > 0 && <p>{t('settleLimited', { count: seen.limited })}</p>}
          {seen !== undefined && seen.left > 0 && <p>{t('settleLeft', { count: seen.left })}</p>}
        </div>
      )}
      <Form form={form}>
        <TextField
          label={t('reason')}
          name="reason"
          maxLength={500}
          autoComplete="off"
          hint={t('reasonHint')}
        />
        {failure !== undefined && <Alert>{failure}</Alert>}
        <DialogFooter>
          <Button
            type="submit"
            tone={what.kind === 'canceled' ? 'danger' : 'primary'}
            isBusy={form.isBusy}
            isDisabled={count === 0}
          >
            {t('apply', { count })}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
