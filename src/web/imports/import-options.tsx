import { limits } from '#contract/limits.ts'
import { adminImportsText } from '#web/messages/admin-imports.ts'
import { useText } from '#web/messages/text.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

/** `markup` as it is typed, a percentage; `platform` empty: guessed from each name. */
export type Options = { markup: string; platform: string; overwrite: boolean; translate: boolean }

export const initialOptions: Options = {
  markup: String(limits.markupBasisPointsDefault / 100), // spec §9
  platform: '',
  overwrite: false,
  translate: true,
}

type ImportOptionsProps = {
  options: Options
  onChange: (options: Options) => void
  platforms: readonly string[]
  hasTranslator: boolean
}

/** What is made of the services: it changes every price in the list below. */
export function ImportOptions({ options, onChange, platforms, hasTranslator }: ImportOptionsProps) {
  const t = useText(adminImportsText)
  const change = (own: Partial<Options>) => onChange({ ...options, ...own })
  return (
    <fieldset className="m-0 grid min-w-0 gap-x-5 gap-y-3 border-0 p-0 wide:grid-cols-[12rem_14rem_1fr]">
      <legend className="sr-only">{t('options')}</legend>
      <NumberField
        name="markup"
        label={t('markup')}
        unit="%"
        min="0"
        step="1"
        value={options.markup}
        onChange={({ currentTarget }) => change({ markup: currentTarget.value.replace(',', '.') })}
      />
      <SelectField
        name="importPlatform"
        label={t('platform')}
        value={options.platform}
        onChange={({ currentTarget }) => change({ platform: currentTarget.value })}
        options={[
          { value: '', label: t('platformGuessed') },
          ...platforms.map((name) => ({ value: name, label: name })),
        ]}
      />
      <div className="grid content-end">
        <Checkbox
          name="overwrite"
          label={t('overwrite')}
          checked={options.overwrite}
          onChange={({ currentTarget }) => change({ overwrite: currentTarget.checked })}
        />
        <Checkbox
          name="translate"
          label={
            <>
              {t('translate')}
              {!hasTranslator && <span className="block text-13 text-ink-3">{t('translateHere')}</span>}
            </>
          }
          checked={options.translate}
          onChange={({ currentTarget }) => change({ translate: currentTarget.checked })}
        />
      </div>
    </fieldset>
  )
}
