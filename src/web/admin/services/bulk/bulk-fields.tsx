import { useState } from 'react'
import type { AdminCategory } from '#contract/catalogue/sort-order.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { adminServicesText } from '#web/admin/services/texts.en.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toWireMoney } from '#web/ui/fields/typed-number.ts'

const kinds = ['markup', 'rate_by', 'rate', 'category', 'enable', 'disable', 'delete'] as const

/** The request's body; the contract reports what is missing, at its field. */
export function toChange(data: FormData): unknown {
  const kind = data.get('change.kind')
  const text = (name: string) => String(data.get(`change.${name}`) ?? '').trim()
  if (kind === 'category') {
    const platform = text('platform')
    return { kind, category: text('category'), ...(platform !== '' && { platform }) }
  }
  if (kind === 'rate') return { kind, rate: toWireMoney(text('rate')) }
  if (kind !== 'markup' && kind !== 'rate_by') return { kind }
  return { kind, ...(text('percent') !== '' && { percent: Number(text('percent')) }) }
}

type FieldsProps = { chosen: readonly number[]; found: number; categories: readonly AdminCategory[] }

export function BulkFields({ chosen, found, categories }: FieldsProps) {
  const t = useText(adminServicesText)
  const [kind, setKind] = useState<(typeof kinds)[number]>('markup')
  return (
    <>
      <RadioGroup
        label={t('bulkWhich')}
        name="which"
        initial="chosen"
        choices={[
          { value: 'chosen', label: t('bulkChosen', { count: chosen.length }) },
          { value: 'all', label: t('bulkAll', { count: found }) },
        ]}
      />
      <SelectField
        label={t('bulkWhat')}
        name="change.kind"
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(kinds.find((one) => one === currentTarget.value) ?? 'markup')
        }
        options={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
      />
      {(kind === 'markup' || kind === 'rate_by') && (
        <NumberField
          key={kind}
          label={t(kind === 'markup' ? 'markup' : 'rateBy')}
          name="change.percent"
          kind="percent"
          unit="%"
          defaultValue={kind === 'markup' ? '30' : ''}
          {...(kind === 'rate_by' && { hint: t('rateByHint') })}
        />
      )}
      {kind === 'rate' && (
        <NumberField
          label={t('rate')}
          name="change.rate"
          kind="rate"
          unit="USD"
          step="0.0001"
          min="0.0001"
          hint={t('rateHint')}
        />
      )}
      {kind === 'category' && (
        <div className="grid gap-4 narrow:grid-cols-2">
          <TextField
            label={t('category')}
            name="change.category"
            list="bulk-categories"
            maxLength={200}
            autoComplete="off"
          />
          <TextField
            label={t('platform')}
            name="change.platform"
            maxLength={40}
            autoComplete="off"
            hint={t('platformKept')}
          />
          <datalist id="bulk-categories">
            {[...new Set(categories.map(({ name }) => name))].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
        </div>
      )}
      {kind === 'delete' && <p className="text-14 text-ink-2">{t('deleteManyLead')}</p>}
    </>
  )
}
