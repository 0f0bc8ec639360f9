import { authText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { PasswordField, TextField } from '#web/ui/fields/text-field.tsx'

/** Name, email and new password with confirmation: the fields of every new account. */
export function AccountFields() {
  const t = useText(authText)
  return (
    <>
      <TextField label={t('name')} name="name" autoComplete="name" />
      <TextField label={t('email')} name="email" type="email" autoComplete="username" />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        hint={t('passwordHint')}
      />
      <PasswordField label={t('confirmPassword')} name="confirmPassword" autoComplete="new-password" />
    </>
  )
}

export function accountValues(data: FormData) {
  return { name: data.get('name'), email: data.get('email'), password: data.get('password') }
}

export function arePasswordsEqual(data: FormData): boolean {
  return data.get('password') === data.get('confirmPassword')
}
