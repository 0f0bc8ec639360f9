import { useState } from 'react'
import { enterDeposit } from '#contract/payments/admin-deposits.ts'
import { moneyToNumber } from '#contract/base/money.ts'
import { readMoney } from '#contract/base/read-number.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { enterDepositText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type EnterDepositProps = { user: string | undefined; onClose: () => void; onEntered: () => Promise<void> }

/** Its effect on the money is shown first. */
export function EnterDepositDialog({ user, onClose, onEntered }: EnterDepositProps) {
  const t = useText(enterDepositText)
  const language = useLanguage()
  const { money } = useFormat()
  const [typed, setTyped] = useState('')
  const amount = readMoney(typed, language)
  const form = useForm({
    schema: enterDeposit.body,
    toValues: (data) => ({
      user: data.get('user'),
      amount: amount === undefined ? 0 : moneyToNumber(amount),
      reference: data.get('reference'),
      reason: data.get('reason'),
    }),
    onSubmit: async (body) => {
      const { deposit } = await call(enterDeposit, { body })
      toast('success', t('entered', { amount: money(deposit.amount), email: deposit.user_email }))
      onClose()
      await onEntered()
    },
  })
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} title={t('title')} description={t('lead')}>
      <Form form={form}>
        <TextField
          label={t('user')}
          name="user"
          autoComplete="off"
          defaultValue={user}
          readOnly={user !== undefined}
        />
        <NumberField
          label={t('amount')}
          name="amount"
          kind="money"
          isPlain
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <TextField
          label={t('reference')}
          hint={t('referenceHint')}
          name="reference"
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          label={t('reason')}
          hint={t('reasonHint')}
          name="reason"
          maxLength={500}
          autoComplete="off"
        />
        <p className="text-14 text-ink-2">
          {amount === undefined || amount === 0n ? t('does') : t('doesAmount', { amount: money(amount) })}
        </p>
        <DialogFooter>
          <Button type="submit" isBusy={form.isBusy}>
            {t('post')}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
