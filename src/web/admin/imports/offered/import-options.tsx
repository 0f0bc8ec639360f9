import type { Language } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import { readNumber } from '#contract/base/read-number.ts'
import { adminImportsText } from '#web/admin/imports/texts.en.ts'
import { sayRefusedFields } from '#web/platform/i18n/say-fields.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { refuseNumber } from '#web/ui/fields/typed-number.ts'

/** `markup` is a percentage as typed; an empty `platform` is detected from each name. */
export type Options = { markup: string; platform: string; overwrite: boolean; translate: boolean }

export const initialOptions: Options = {
  markup: String(limits.markupBasisPointsDefault / 100), // spec §9
  platform: '',
  overwrite: false,
  translate: true,
}

/** The typed markup, or why it is invalid. */
export function readMarkup(
  language: Language,
  { markup }: Options,
): { percent: number; refusal?: undefined } | { percent?: undefined; refusal: string } {
  const reading = readNumber(markup, language, 'percent')
  if (reading.is === 'number') return { percent: Number(reading.plain) }
  const missing = sayRefusedFields(language, { markup: { code: 'number_required' } })
  return { refusal: refuseNumber(language, markup, { kind: 'percent' }) ?? missing['markup'] ?? '' }
}

type ImportOptionsProps = {
  options: Options
  onChange: (options: Options) => void
  /** Why the markup is invalid. */
  refusal: string | undefined
  platforms: readonly string[]
  hasTranslator: boolean
}

/** Options that change every price in the list below. */
export function ImportOptions({ options, onChange, refusal, platforms, hasTranslator }: ImportOptionsProps) {
  const t = useText(adminImportsText)
  const change = (own: Partial<Options>) => onChange({ ...options, ...own })
  return (
    <fieldset className="m-0 grid min-w-0 gap-x-5 gap-y-3 border-0 p-0 wide:grid-cols-[12rem_14rem_1fr]">
      <legend className="sr-only">{t('options')}</legend>
      <NumberField
        name="markup"
        kind="percent"
        label={t('markup')}
        unit="%"
        min="0"
        step="1"
        value={options.markup}
        onChange={({ currentTarget }) => change({ markup: currentTarget.value })}
        error={refusal}
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
