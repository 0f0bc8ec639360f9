import { useState } from 'react'
import type { Money } from '#contract/money.ts'
import * as desk from '#contract/order-desk.ts'
import { rulesOf } from '#contract/service-types.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useLanguage } from '#web/language/reader-language.ts'
import { useFormat } from '#web/language/use-format.ts'
import { adminOrdersText } from '#web/messages/admin-orders.ts'
import { useText } from '#web/messages/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Alert } from '#web/ui/error-state.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type ActDraft, amountIn, sayActEffect, wholeIn } from './say-act-effect.ts'
import type { OrderAct } from './order-acts.ts'

type Order = desk.AdminOrder

type DialogProps = { order: Order; act: OrderAct; onClose: () => void; onDone: () => Promise<void> }

/** One decision about one order: what it needs to be told, and what it will do to the money, before it does it. */
export function OrderActDialog({ order, act, onClose, onDone }: DialogProps) {
  const t = useText(adminOrdersText)
  const [draft, setDraft] = useState<ActDraft>({
    part: 'all',
    amount: '',
    remains: '',
    supply: String(order.supplies.find(({ fits }) => fits)?.id ?? ''),
    there: order.dispatch.attempts.find(({ provider_order: id }) => id !== null)?.provider_order ?? '',
  })
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const effect = sayActEffect(useLanguage(), { order, act, draft })
  const { id } = order

  async function apply(): Promise<void> {
    if (isBusy) return
    setFailure(undefined)
    if (reason.trim() === '') return setFailure(t('reasonRequired'))
    const todo = toCall({ id, act, draft, reason, refunded: order.refunded })
    if (todo === undefined)
      return setFailure(
        act === 'refund' && draft.part === 'amount'
          ? t('amountInvalid')
          : t('remainsInvalid', { quantity: String(order.quantity) }),
      )
    setIsBusy(true)
    try {
      await todo()
      onClose()
      await onDone()
    } catch (error) {
      setFailure(messageOf(error, t('actFailed')))
    } finally {
      setIsBusy(false)
    }
  }

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
      <div className="flex justify-end">
        <Button
          tone={act === 'refund' || act === 'cancel' ? 'danger' : 'primary'}
          isBusy={isBusy}
          onClick={() => void apply()}
        >
          {t(`act_${act}`)}
        </Button>
      </div>
    </Dialog>
  )
}

type FieldsProps = { order: Order; act: OrderAct; draft: ActDraft; onChange: (draft: ActDraft) => void }

function ActFields({ order, act, draft, onChange }: FieldsProps) {
  const t = useText(adminOrdersText)
  const format = useFormat()
  const set = (own: Partial<ActDraft>) => onChange({ ...draft, ...own })
  const left = order.price - order.refunded
  const isWhole = rulesOf(order.service_type).rateIsPrice
  const remains = (
    <TextField
      label={t('remains')}
      name="remains"
      inputMode="numeric"
      autoComplete="off"
      hint={t('remainsHint', { quantity: format.number(order.quantity) })}
      value={draft.remains}
      onChange={({ currentTarget }) => set({ remains: currentTarget.value })}
    />
  )
  if (act === 'partial') return remains
  if (act === 'exists' || act === 'release')
    return (
      <TextField
        label={t('providerOrder')}
        name="provider_order"
        maxLength={100}
        autoComplete="off"
        value={draft.there}
        onChange={({ currentTarget }) => set({ there: currentTarget.value })}
      />
    )
  if (act === 'provider')
    return (
      <SelectField
        label={t('supply')}
        name="supply"
        value={draft.supply}
        onChange={({ currentTarget }) => set({ supply: currentTarget.value })}
        options={order.supplies.map(({ id, provider, service, cost, fits }) => ({
          value: String(id),
          label: t(isWhole ? 'supplyOptionWhole' : 'supplyOption', {
            provider,
            service,
            cost: format.money(cost),
          }),
          isDisabled: !fits,
        }))}
      />
    )
  if (act !== 'refund') return null
  return (
    <>
      <RadioGroup
        label={t('refundWhat')}
        name="part"
        value={draft.part}
        onChange={(part) => set({ part })}
        choices={[
          { value: 'all', label: t('refundAll', { amount: format.money(left) }) },
          { value: 'amount', label: t('refundAmount') },
          { value: 'share', label: t('refundShare') },
        ]}
      />
      {draft.part === 'amount' && (
        <TextField
          label={t('amount')}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={draft.amount}
          onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
        />
      )}
      {draft.part === 'share' && remains}
    </>
  )
}

type Told = { id: number; act: OrderAct; draft: ActDraft; reason: string; refunded: Money }

/** The call, or undefined where something that it needs is missing. */
function toCall({ id, act, draft, reason, refunded }: Told): (() => Promise<unknown>) | undefined {
  const params = { id }
  const there = draft.there.trim()
  const remains = wholeIn(draft.remains)
  switch (act) {
    case 'retry':
      return () => call(desk.adminRetryOrder, { params, body: { reason } })
    case 'exists':
      return there === ''
        ? undefined
        : () => call(desk.adminCompleteOrder, { params, body: { provider_order: there, reason } })
    case 'complete':
      return () => call(desk.adminCompleteOrder, { params, body: { reason } })
    case 'cancel':
      return () => call(desk.adminCancelOrder, { params, body: { reason } })
    case 'dismiss':
      return () => call(desk.adminDismissOrder, { params, body: { reason } })
    case 'release':
      return () =>
        call(desk.adminReleaseOrder, {
          params,
          body: { reason, ...(there !== '' && { provider_order: there }) },
        })
    case 'provider':
      return () =>
        call(desk.adminChangeProvider, { params, body: { supply_id: Number(draft.supply), reason } })
    case 'partial':
      return remains === undefined
        ? undefined
        : () => call(desk.adminSetPartial, { params, body: { remains, reason } })
    case 'refund': {
      // As it was shown: pressed twice it is one part.
      const seen = { expected_refunded: refunded, reason }
      const amount = amountIn(draft.amount)
      if (draft.part === 'all') return () => call(desk.adminRefundOrder, { params, body: { reason } })
      if (draft.part === 'share')
        return remains === undefined
          ? undefined
          : () => call(desk.adminRefundOrder, { params, body: { remains, ...seen } })
      return amount === undefined
        ? undefined
        : () => call(desk.adminRefundOrder, { params, body: { amount, ...seen } })
    }
  }
}
