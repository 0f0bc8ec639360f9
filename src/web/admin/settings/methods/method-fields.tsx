import { useState } from 'react'
import { isManual, type Method } from '#contract/settings/payment-methods.ts'
import { BonusRows } from '#web/admin/settings/money/bonus-rows.tsx'
import { Fields } from '#web/admin/settings/section-frame.tsx'
import { TranslatedField, WritingLanguage } from '#web/admin/settings/translated-field.tsx'
import { adminMethodsText } from '#web/admin/settings/texts.en.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import type { MethodsForm, TypedMethod } from './use-methods-form.ts'

type FieldsProps = {
  form: MethodsForm
  at: number
  typed: TypedMethod
  method: Method
  set: (part: Partial<TypedMethod>) => void
}

/** The texts that customers read, and whether they see the method. */
export function MethodTexts({ form, at, typed, method, set }: FieldsProps) {
  const t = useText(adminMethodsText)
  const [writing, setWriting] = useState(form.language)
  const path = `payment_methods.${at}`
  return (
    <CardSection title={t('shown')}>
      <Fields>
        <Switch
          name={`${path}.is_on`}
          label={<span className="font-semibold">{t('isOn')}</span>}
          hint={t('isOnHint')}
          checked={typed.isOn}
          onChange={({ currentTarget }) => set({ isOn: currentTarget.checked })}
        />
        <WritingLanguage value={writing} onChange={setWriting} />
        <TranslatedField
          name={`${path}.name`}
          label={t('name')}
          hint={method.card === undefined ? undefined : t('nameHint', { name: method.card.label })}
          told={typed.name}
          onChange={(name) => set({ name })}
          writing={writing}
        />
        <TranslatedField
          name={`${path}.instructions`}
          label={t('instructions')}
          hint={t(method.card === undefined ? 'manualInstructionsHint' : 'instructionsHint')}
          told={typed.instructions}
          onChange={(instructions) => set({ instructions })}
          isLong
          writing={writing}
        />
      </Fields>
    </CardSection>
  )
}

/** The limits, fees and bonuses of its payments. */
export function MethodTerms({ form, at, typed, set }: FieldsProps) {
  const t = useText(adminMethodsText)
  const format = useFormat()
  const path = `payment_methods.${at}`
  const { deposit_min: min, deposit_max: max } = form.known.settings.limits
  const money = { kind: 'money', unit: 'USD', step: '0.01' } as const
  return (
    <CardSection title={t('terms')}>
      <Fields>
        <div className="grid gap-5 narrow:grid-cols-2">
          <NumberField
            {...money}
            label={t('min')}
            hint={t('emptyIs', { amount: format.money(min, 2) })}
            name={`${path}.min`}
            value={typed.min}
            onChange={({ currentTarget }) => set({ min: currentTarget.value })}
          />
          <NumberField
            {...money}
            label={t('max')}
            hint={t('emptyIs', { amount: format.money(max, 2) })}
            name={`${path}.max`}
            value={typed.max}
            onChange={({ currentTarget }) => set({ max: currentTarget.value })}
          />
          <NumberField
            label={t('feePercent')}
            name={`${path}.fee.percent`}
            kind="percent"
            unit="%"
            step="0.1"
            value={typed.percent}
            onChange={({ currentTarget }) => set({ percent: currentTarget.value })}
          />
          <NumberField
            {...money}
            label={t('feeFixed')}
            name={`${path}.fee.fixed`}
            value={typed.fixed}
            onChange={({ currentTarget }) => set({ fixed: currentTarget.value })}
          />
        </div>
        <p className="text-13 text-ink-3">{t('feeHint')}</p>
        <Switch
          name={`${path}.has_bonuses`}
          label={t('ownBonuses')}
          hint={t('ownBonusesHint')}
          checked={typed.hasBonuses}
          onChange={({ currentTarget }) => set({ hasBonuses: currentTarget.checked })}
        />
        {typed.hasBonuses && (
          <BonusRows path={`${path}.bonuses`} rows={typed.bonuses} onChange={(bonuses) => set({ bonuses })} />
        )}
        {isManual(typed.id) && (
          <NumberField
            {...money}
            label={t('approvalAbove')}
            hint={t('approvalAboveHint')}
            name={`${path}.approval_above`}
            value={typed.approvalAbove}
            onChange={({ currentTarget }) => set({ approvalAbove: currentTarget.value })}
          />
        )}
        <Switch
          name={`${path}.is_test`}
          label={t('isTest')}
          hint={t('isTestHint')}
          checked={typed.isTest}
          onChange={({ currentTarget }) => set({ isTest: currentTarget.checked })}
        />
      </Fields>
    </CardSection>
  )
}
