import { useState } from 'react'
import {
  type AdminDeposit,
  reverseDeposit,
  getAdminDeposit,
  listAdminDeposits,
} from '#contract/payments/admin-deposits.ts'
import { formatExact, moneyToNumber } from '#contract/base/money.ts'
import { readMoney, writeNumber } from '#contract/base/read-number.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { reverseDepositText } from './texts.en.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** For a gateway that doesn't report reversals, a bank that recalls a transfer, and amounts that staff waive. */
export function ReverseDeposit({ deposit }: { deposit: AdminDeposit }) {
  const t = useText(reverseDepositText)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="border-t border-line pt-4">
      <Button tone="secondary" size="small" onClick={() => setIsOpen(true)}>
        {t(deposit.reversed === 0n ? 'record' : 'change')}
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={t('title')} description={t('lead')}>
        <Fields deposit={deposit} onSaved={() => setIsOpen(false)} />
      </Dialog>
    </div>
  )
}

function Fields({ deposit, onSaved }: { deposit: AdminDeposit; onSaved: () => void }) {
  const t = useText(reverseDepositText)
  const language = useLanguage()
  const { money } = useFormat()
  const credited = deposit.credited_amount ?? deposit.amount
  const [typed, setTyped] = useState(() =>
    writeNumber(
      formatExact(deposit.reversed === 0n ? credited : deposit.reversed).replaceAll(',', ''),
      language,
      'money',
    ),
  )
  const amount = readMoney(typed, language)
  const form = useForm({
    schema: reverseDeposit.body,
    toValues: (data) => ({
      reversed: amount === undefined ? -1 : moneyToNumber(amount),
      expected_reversed: moneyToNumber(deposit.reversed),
      reason: data.get('reason'),
    }),
    onSubmit: async (body) => {
      await call(reverseDeposit, { params: { id: deposit.id }, body })
      toast('success', t('saved'))
      onSaved()
      await reread(getAdminDeposit, listAdminDeposits)
    },
  })
  return (
    <Form form={form}>
      <NumberField
        label={t('amount')}
        name="reversed"
        kind="money"
        isPlain
        unit="USD"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        hint={t('amountHint', { credited: money(credited) })}
      />
      <TextField label={t('reason')} name="reason" maxLength={500} autoComplete="off" />
      <p className="text-14 text-ink-2">
        {t(amount !== undefined && amount < deposit.reversed ? 'returns' : 'takes', {
          email: deposit.user_email,
        })}
      </p>
      <DialogFooter>
        <Button type="submit" isBusy={form.isBusy}>
          {t('save')}
        </Button>
      </DialogFooter>
    </Form>
  )
}
