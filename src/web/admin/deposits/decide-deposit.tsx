import { useState } from 'react'
import * as z from 'zod/mini'
import { getAttention } from '#contract/operations/attention.ts'
import {
  type AdminDeposit,
  creditDeposit,
  dismissDeposit,
  refuseDeposit,
  getAdminDeposit,
  listAdminDeposits,
} from '#contract/payments/admin-deposits.ts'
import { feeOfPart } from '#contract/payments/fee.ts'
import { formatExact, money } from '#contract/base/money.ts'
import { readMoney, writeNumber } from '#contract/base/read-number.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import type { Language } from '#contract/base/languages.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import type { AdminTransfer } from '#contract/payments/admin-transfers.ts'
import { adminDepositsText, adminTransfersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { bonusBySteps, type BonusStep } from '#web/parts/payments/deposit-amount.ts'

type Decision = 'credit' | 'refuse' | 'dismiss'

/**
 * The decisions still possible: a deposit is credited once, and then read-only. A proposed credit is decided
 * separately.
 */
function decisionsOn(
  { status, review_code: review, refused_at: refused }: AdminDeposit,
  transfer: AdminTransfer | undefined,
): Decision[] {
  if (transfer?.proposal != null) return []
  if (status === 'completed') return review === null ? [] : ['dismiss']
  return refused !== null && review === null ? ['credit'] : ['credit', 'refuse']
}

type DecideProps = {
  deposit: AdminDeposit
  steps: readonly BonusStep[]
  /** For a manual payment, which staff confirm. */
  transfer?: AdminTransfer | undefined
}

/** A staff member's decision, with its reason. Its effect on the money is shown first. */
export function DecideDeposit({ deposit, steps, transfer }: DecideProps) {
  const t = useText(adminDepositsText)
  const tOfTransfer = useText(adminTransfersText)
  const language = useLanguage()
  const decisions = decisionsOn(deposit, transfer)
  const [decision, setDecision] = useState(decisions[0])
  const left = (deposit.arrived ?? deposit.amount) - (deposit.gateway_reversed ?? 0n)
  const [typed, setTyped] = useState(toTyped(money(left > 0n ? left : 0n), language))
  const amount = readMoney(typed, language)
  const format = useFormat()
  const limit = transfer?.approval_above ?? null
  const noteOf = (one: Decision) =>
    transfer === undefined || one === 'dismiss' ? t(`${one}Note`) : tOfTransfer(`${one}Note`)
  const isProposal = decision === 'credit' && limit !== null && amount !== undefined && amount > limit
  const form = useForm({
    schema: z.object({
      reason: creditDeposit.body.shape.reason,
      reference: creditDeposit.body.shape.reference,
    }),
    toValues: (data) => ({
      reason: data.get('reason'),
      ...(data.has('reference') && { reference: data.get('reference') }),
    }),
    check: () =>
      decision === 'credit' && (amount === undefined || amount === 0n) ? { amount: t('amountMissing') } : {},
    onSubmit: async ({ reason, reference }) => {
      const params = { id: deposit.id }
      const body = { reason, expected_status: deposit.status }
      try {
        if (decision === 'credit') await call(creditDeposit, { params, body: { ...body, amount, reference } })
        else if (decision === 'refuse') await call(refuseDeposit, { params, body })
        else await call(dismissDeposit, { params, body })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'state_conflict') throw error
        // The form is reset with the current status, which would remove its own message.
        toast('error', messageOf(error))
        return reread(getAdminDeposit, listAdminDeposits, getAttention)
      }
      toast('success', t('decided'))
      await reread(getAdminDeposit, listAdminDeposits, getAttention)
    },
  })
  if (decision === undefined) return null
  return (
    <Form form={form} className="grid gap-4 border-t border-line pt-4">
      {decisions.length > 1 && (
        <RadioGroup
          name="decision"
          label={t('decision')}
          value={decision}
          onChange={setDecision}
          choices={decisions.map((value) => ({ value, label: t(value), note: noteOf(value) }))}
        />
      )}
      {decision === 'credit' && (
        <NumberField
          label={t('amountToCredit')}
          name="amount"
          kind="money"
          isPlain
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {decision === 'credit' && transfer !== undefined && (
        <TextField
          label={tOfTransfer('reference')}
          name="reference"
          maxLength={100}
          autoComplete="off"
          defaultValue={transfer.reference ?? ''}
          hint={tOfTransfer('referenceHint')}
        />
      )}
      <TextField
        label={t('reason')}
        name="reason"
        maxLength={500}
        autoComplete="off"
        hint={
          decision === 'refuse' && transfer !== undefined ? tOfTransfer('refuseReasonHint') : t('reasonHint')
        }
      />
      {isProposal && limit !== null && (
        <Alert tone="info">{tOfTransfer('aboveLimit', { limit: format.money(limit) })}</Alert>
      )}
      <Consequence
        isTransfer={transfer !== undefined}
        decision={decision}
        deposit={deposit}
        amount={amount}
        steps={steps}
      />
      <DialogFooter>
        <Button type="submit" tone={decision === 'refuse' ? 'danger' : 'primary'} isBusy={form.isBusy}>
          {isProposal ? tOfTransfer('propose') : t(`${decision}Button`)}
        </Button>
      </DialogFooter>
    </Form>
  )
}

function toTyped(amount: bigint, language: Language): string {
  return writeNumber(formatExact(amount).replaceAll(',', ''), language, 'money')
}

type ConsequenceProps = {
  isTransfer: boolean
  decision: Decision
  deposit: AdminDeposit
  amount: bigint | undefined
  steps: readonly BonusStep[]
}

/** As a sentence, with fee and bonus computed like the server's: the invoice's own for its amount, otherwise in proportion. */
function Consequence({ isTransfer, decision, deposit, amount, steps }: ConsequenceProps) {
  const t = useText(adminDepositsText)
  const tOfTransfer = useText(adminTransfersText)
  const format = useFormat()
  const email = deposit.user_email
  if (decision === 'refuse' && isTransfer)
    return <p className="text-14 text-ink-2">{tOfTransfer('refuseDoes', { email })}</p>
  if (decision !== 'credit') return <p className="text-14 text-ink-2">{t(`${decision}Does`, { email })}</p>
  if (amount === undefined || amount === 0n) return null
  const fee = feeOfPart(amount, deposit)
  const added = amount - fee
  const bonus = amount === deposit.amount ? deposit.bonus : bonusBySteps(added, steps).bonus
  return (
    <p className="text-14 text-ink-2">
      {t('creditDoes', {
        email,
        amount: format.money(added),
        bonus: format.money(bonus),
        sum: format.money(added + bonus),
      })}
      {fee > 0n && ` ${t('feeTaken', { fee: format.money(fee) })}`}
    </p>
  )
}
