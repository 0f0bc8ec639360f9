import { use } from 'react'
import { isLanguage, type Language, languageNames, languages } from '#contract/base/languages.ts'
import { textIn, type OperatorText } from '#contract/settings/settings-texts.ts'
import { adminSettingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { type Errors, FormContext } from '#web/ui/form/form-context.ts'
import { writtenIn, withWritten } from './operator-text.ts'

/** The language in which the page's texts are being edited. */
export function WritingLanguage({
  value,
  onChange,
}: {
  value: Language
  onChange: (value: Language) => void
}) {
  const t = useText(adminSettingsText)
  return (
    <div className="grid gap-2">
      <FilterButtons
        label={t('writing')}
        isWrapped
        value={value}
        onChange={onChange}
        options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
      />
      <p className="text-13 text-ink-3">{t('writingHint')}</p>
    </div>
  )
}

type TranslatedFieldProps = {
  name: string
  label: string
  hint?: string | undefined
  told: OperatorText
  writing: Language
  isLong?: boolean
  onChange: (told: OperatorText) => void
}

/** A translated text, in the language being edited; if empty, it shows the fallback. */
export function TranslatedField({
  name,
  label,
  hint,
  told,
  writing,
  isLong,
  onChange,
}: TranslatedFieldProps) {
  const { errors } = use(FormContext)
  const shared = {
    label,
    ...(hint !== undefined && { hint }),
    name,
    lang: writing,
    value: writtenIn(told, writing),
    placeholder: textIn(told, writing),
    error: errorOf(errors, name, writing),
  }
  const write = (words: string) => onChange(withWritten(told, writing, words))
  if (isLong === true)
    return (
      <TextAreaField
        {...shared}
        rows={Math.min(8, Math.max(3, shared.value.split('\n').length))}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
    )
  return <TextField {...shared} onChange={({ currentTarget }) => write(currentTarget.value)} />
}

/** An error in another language is shown too: its field is not visible. */
function errorOf(errors: Errors, name: string, writing: Language): string | undefined {
  const own = errors[name] ?? errors[`${name}.${writing}`]
  if (own !== undefined) return own
  const other = Object.entries(errors).find(([field]) => field.startsWith(`${name}.`))
  const language = other?.[0].slice(name.length + 1)
  return other && isLanguage(language) ? `${languageNames[language]}: ${other[1]}` : undefined
}
