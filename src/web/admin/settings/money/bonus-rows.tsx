import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { use } from 'react'
import { useText } from '#web/platform/i18n/text.ts'
import { FieldError } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { FormContext } from '#web/ui/form/form-context.ts'
import { RowList } from '#web/admin/settings/row-list.tsx'

type Step = { from: string; percent: string }
type BonusRowsProps = {
  /** Its path in the settings. */
  path?: string
  rows: readonly Step[]
  onChange: (rows: Step[]) => void
}

export function BonusRows({ path = 'bonuses', rows, onChange }: BonusRowsProps) {
  const t = useText(adminSettingsText)
  const { errors } = use(FormContext)
  return (
    <>
      <RowList<Step>
        rows={rows}
        max={10}
        fresh={{ from: '', percent: '' }}
        nameOf={(number) => t('bonus', { number })}
        onChange={onChange}
        renderRow={({ from, percent }, at, change) => (
          <div className="grid gap-3 narrow:grid-cols-2">
            <NumberField
              label={t('bonusFrom')}
              name={`${path}.${at}.from`}
              kind="money"
              unit="USD"
              step="0.01"
              value={from}
              onChange={({ currentTarget }) => change({ from: currentTarget.value })}
            />
            <NumberField
              label={t('bonusPercent')}
              name={`${path}.${at}.percent`}
              kind="percent"
              unit="%"
              step="0.5"
              value={percent}
              onChange={({ currentTarget }) => change({ percent: currentTarget.value })}
            />
          </div>
        )}
      />
      <FieldError id={`${path}-error`}>{errors[path]}</FieldError>
    </>
  )
}
