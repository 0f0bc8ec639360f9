import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { ActDraft } from './say-act-effect.ts'
import type { OrderAct } from './order-acts.ts'

type FieldsProps = { order: AdminOrder; act: OrderAct; draft: ActDraft; onChange: (draft: ActDraft) => void }

/** A decision's fields, except the reason. */
export function ActFields({ order, act, draft, onChange }: FieldsProps) {
  const t = useText(adminOrdersText)
  const format = useFormat()
  const set = (own: Partial<ActDraft>) => onChange({ ...draft, ...own })
  const left = order.price - order.refunded
  const isWhole = rulesOf(order.service_type).rateIsPrice
  const remains = (
    <NumberField
      label={t('remains')}
      name="remains"
      kind="whole"
      isPlain
      hint={t('remainsHint', { quantity: format.number(order.quantity) })}
      value={draft.remains}
      onChange={({ currentTarget }) => set({ remains: currentTarget.value })}
    />
  )
  if (act === 'partial') return remains
  if (act === 'link')
    return (
      <TextField
        label={t('link')}
        name="link"
        autoComplete="off"
        spellCheck={false}
        value={draft.link}
        onChange={({ currentTarget }) => set({ link: currentTarget.value })}
      />
    )
  if (act === 'start')
    return (
      <NumberField
        label={t('startCount')}
        name="start_count"
        kind="whole"
        isPlain
        value={draft.startCount}
        onChange={({ currentTarget }) => set({ startCount: currentTarget.value })}
      />
    )
  const { sentence = null, provider } = order.dispatch.attempts[0] ?? {}
  if (act === 'retry' && sentence !== null)
    return (
      <Checkbox
        name="teach"
        label={t('teach', { sentence, provider: provider ?? '' })}
        checked={draft.isTaught}
        onChange={({ currentTarget }) => set({ isTaught: currentTarget.checked })}
      />
    )
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
        <NumberField
          label={t('amount')}
          name="amount"
          kind="money"
          isPlain
          value={draft.amount}
          onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
        />
      )}
      {draft.part === 'share' && remains}
    </>
  )
}
