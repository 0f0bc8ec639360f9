import { adminSettingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { PasswordField } from '#web/ui/fields/text-field.tsx'

type SecretFieldProps = {
  form: {
    secrets: Readonly<Record<string, string>>
    setSecret: (name: string, value: string) => void
    errors: Readonly<Record<string, string>>
  }
  label: string
  name: string
  isKept: boolean
}

/** A key or a password: what is kept is never shown, and what is typed is in no draft. */
export function SecretField({ form, label, name, isKept }: SecretFieldProps) {
  const t = useText(adminSettingsText)
  return (
    <PasswordField
      label={label}
      hint={isKept ? t('keyKept') : t('keyMissing')}
      name={name}
      autoComplete="new-password"
      value={form.secrets[name] ?? ''}
      onChange={({ currentTarget }) => form.setSecret(name, currentTarget.value)}
      error={form.errors[name]}
    />
  )
}
