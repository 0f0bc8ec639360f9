import type { BulkChange } from '#contract/catalogue/bulk-changes.ts'
import type { AdminCategory } from '#contract/catalogue/sort-order.ts'
import type { Language } from '#contract/base/languages.ts'
import { readMoney, readNumber } from '#contract/base/read-number.ts'
import { adminServicesText } from '#web/admin/services/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { refuseNumber } from '#web/ui/fields/typed-number.ts'

const kinds = ['markup', 'rate_by', 'rate', 'category', 'enable', 'disable', 'delete'] as const

export type BulkDraft = {
  isAll: boolean
  kind: (typeof kinds)[number]
  percent: string
  rate: string
  category: string
  platform: string
}

export const emptyDraft: BulkDraft = {
  isAll: false,
  kind: 'markup',
  percent: '30',
  rate: '',
  category: '',
  platform: '',
}

/** Undefined where something is missing, or is no number. */
export function toChange(language: Language, { kind, ...draft }: BulkDraft): BulkChange | undefined {
  switch (kind) {
    case 'category': {
      const [category, platform] = [draft.category.trim(), draft.platform.trim()]
      return category === '' ? undefined : { kind, category, ...(platform !== '' && { platform }) }
    }
    case 'rate': {
      const rate = readMoney(draft.rate, language, 'rate')
      return rate === undefined || rate <= 0n ? undefined : { kind, rate }
    }
    case 'markup':
    case 'rate_by': {
      const percent = readNumber(draft.percent, language, 'percent')
      return percent.is === 'number' ? { kind, percent: Number(percent.plain) } : undefined
    }
    default:
      return { kind }
  }
}

/** Why its number can not be read; undefined where it can, or where none is typed. */
export function refuseDraft(language: Language, { kind, percent, rate }: BulkDraft): string | undefined {
  if (kind === 'rate') return refuseNumber(language, rate, { kind: 'rate' })
  return kind === 'markup' || kind === 'rate_by'
    ? refuseNumber(language, percent, { kind: 'percent' })
    : undefined
}

type FieldsProps = {
  draft: BulkDraft
  onChange: (draft: BulkDraft) => void
  chosen: readonly number[]
  found: number
  categories: readonly AdminCategory[]
}

export function BulkFields({ draft, onChange, chosen, found, categories }: FieldsProps) {
  const t = useText(adminServicesText)
  const set = (own: Partial<BulkDraft>) => onChange({ ...draft, ...own })
  return (
    <div className="grid gap-4">
      <RadioGroup
        label={t('bulkWhich')}
        name="which"
        value={draft.isAll ? 'all' : 'chosen'}
        onChange={(which) => set({ isAll: which === 'all' })}
        choices={[
          { value: 'chosen', label: t('bulkChosen', { count: chosen.length }) },
          { value: 'all', label: t('bulkAll', { count: found }) },
        ]}
      />
      <SelectField
        label={t('bulkWhat')}
        name="kind"
        value={draft.kind}
        onChange={({ currentTarget }) =>
          set({
            kind: kinds.find((kind) => kind === currentTarget.value) ?? 'markup',
            percent: currentTarget.value === 'markup' ? '30' : '',
          })
        }
        options={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
      />
      {(draft.kind === 'markup' || draft.kind === 'rate_by') && (
        <NumberField
          label={t(draft.kind === 'markup' ? 'markup' : 'rateBy')}
          name="percent"
          kind="percent"
          unit="%"
          value={draft.percent}
          onChange={({ currentTarget }) => set({ percent: currentTarget.value })}
          {...(draft.kind === 'rate_by' && { hint: t('rateByHint') })}
        />
      )}
      {draft.kind === 'rate' && (
        <NumberField
          label={t('rate')}
          name="rate"
          kind="rate"
          unit="USD"
          step="0.0001"
          min="0.0001"
          value={draft.rate}
          onChange={({ currentTarget }) => set({ rate: currentTarget.value })}
          hint={t('rateHint')}
        />
      )}
      {draft.kind === 'category' && (
        <div className="grid gap-4 narrow:grid-cols-2">
          <TextField
            label={t('category')}
            name="category"
            list="bulk-categories"
            maxLength={200}
            autoComplete="off"
            value={draft.category}
            onChange={({ currentTarget }) => set({ category: currentTarget.value })}
          />
          <TextField
            label={t('platform')}
            name="platform"
            maxLength={40}
            autoComplete="off"
            value={draft.platform}
            onChange={({ currentTarget }) => set({ platform: currentTarget.value })}
            hint={t('platformKept')}
          />
          <datalist id="bulk-categories">
            {[...new Set(categories.map(({ name }) => name))].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
        </div>
      )}
      {draft.kind === 'delete' && <p className="text-14 text-ink-2">{t('deleteManyLead')}</p>}
    </div>
  )
}
