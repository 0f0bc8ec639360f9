import { adminSettingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { PasswordField } from '#web/ui/fields/text-field.tsx'
import type { useSectionForm } from './use-section-form.ts'

type SecretFieldProps = {
  form: Pick<ReturnType<typeof useSectionForm>, 'secretBox'>
  label: string
  name: string
  isKept: boolean
}

/** A key or password: the stored one is never shown, and the typed one is in no draft. */
export function SecretField({ form, label, name, isKept }: SecretFieldProps) {
  const t = useText(adminSettingsText)
  return (
    <PasswordField
      label={label}
      hint={isKept ? t('keyKept') : t('keyMissing')}
      autoComplete="new-password"
      {...form.secretBox(name)}
    />
  )
}
