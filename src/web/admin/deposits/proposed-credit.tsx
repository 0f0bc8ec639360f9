import { type RefObject, useState } from 'react'
import * as z from 'zod/mini'
import { getAttention } from '#contract/operations/attention.ts'
import { decisionReason, getAdminDeposit, listAdminDeposits } from '#contract/payments/admin-deposits.ts'
import { type AdminTransfer, approveCredit, rejectCredit } from '#contract/payments/admin-transfers.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminTransfersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type Proposal = NonNullable<AdminTransfer['proposal']>

type ProposedCreditProps = {
  depositId: number
  proposal: Proposal
  /** Gets the focus, so that it is read before any button. */
  ref: RefObject<HTMLHeadingElement | null>
}

/** The first of two approvals. Its author can only withdraw it. */
export function ProposedCredit({ depositId, proposal, ref }: ProposedCreditProps) {
  const t = useText(adminTransfersText)
  const format = useFormat()
  const [isBusy, setIsBusy] = useState(false)
  const { amount, reference, reason, staff_name: name, proposed_at: at, is_own: isOwn } = proposal

  /** A colleague may have decided meanwhile: then the page shows their decision. */
  async function decide(act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
      toast('success', t('decided'))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'state_conflict') throw error
      toast('error', messageOf(error))
    }
    await reread(getAdminDeposit, listAdminDeposits, getAttention)
  }

  async function approve(): Promise<void> {
    setIsBusy(true)
    const body = { expected_amount: amount }
    try {
      await decide(() => call(approveCredit, { params: { id: depositId }, body }))
    } catch (error) {
      toast('error', messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  const form = useForm({
    schema: z.object({ reason: decisionReason }),
    onSubmit: (body) => decide(() => call(rejectCredit, { params: { id: depositId }, body })),
  })

  return (
    <section aria-label={t('proposal')} className="grid gap-4 border-t border-line pt-4">
      <h3 ref={ref} tabIndex={-1} className="text-17 font-bold outline-none">
        {t('proposal')}
      </h3>
      <p>
        {t('proposedBy', { name, amount: format.money(amount) })}{' '}
        <RelativeTime date={at} className="text-ink-2" />
      </p>
      <dl className="grid gap-x-8 gap-y-2 text-14 min-[640px]:grid-cols-2">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-ink-2">{t('reference')}</dt>
          <dd className="figures text-end wrap-anywhere">{reference}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-ink-2">{t('reason')}</dt>
          <dd className="text-end wrap-anywhere">{reason}</dd>
        </div>
      </dl>
      {isOwn ? (
        <Alert tone="info">{t('ownProposal')}</Alert>
      ) : (
        <Button isBusy={isBusy} onClick={() => void approve()} className="justify-self-start">
          {t('approve', { amount: format.money(amount) })}
        </Button>
      )}
      <Form
        form={form}
        aria-label={t(isOwn ? 'withdraw' : 'reject')}
        className="grid gap-4 border-t border-line pt-4"
      >
        <TextField
          label={t(isOwn ? 'withdrawReason' : 'rejectReason')}
          name="reason"
          maxLength={500}
          autoComplete="off"
        />
        <DialogFooter>
          <Button type="submit" tone="secondary" isBusy={form.isBusy}>
            {t(isOwn ? 'withdraw' : 'reject')}
          </Button>
        </DialogFooter>
      </Form>
    </section>
  )
}
