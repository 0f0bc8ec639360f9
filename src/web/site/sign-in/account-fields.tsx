import { authText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { PasswordField, TextField } from '#web/ui/fields/text-field.tsx'

/** Name, email and a new password with its confirmation: the fields of every new account. */
export function AccountFields({ errors }: { errors: Readonly<Record<string, string>> }) {
  const t = useText(authText)
  return (
    <>
      <TextField label={t('name')} name="name" autoComplete="name" error={errors.name} />
      <TextField label={t('email')} name="email" type="email" autoComplete="username" error={errors.email} />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        hint={t('passwordHint')}
        error={errors.password}
      />
      <PasswordField
        label={t('confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
    </>
  )
}

export function accountValues(data: FormData) {
  return { name: data.get('name'), email: data.get('email'), password: data.get('password') }
}

export function arePasswordsEqual(data: FormData): boolean {
  return data.get('password') === data.get('confirmPassword')
}
