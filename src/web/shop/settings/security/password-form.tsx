import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { changePassword } from '#contract/users/auth.ts'
import { limits } from '#contract/base/limits.ts'
import { call } from '#web/platform/api/call.ts'
import { securityText } from '#web/shop/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { getSession, startSession, useSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { PasswordField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { PasswordChecklist } from './password-checklist.tsx'

/** A new password ends every session; the answer's token is the one of a new session here, which takes its place. */
export function PasswordForm() {
  const t = useText(securityText)
  const { revalidate } = useRevalidator()
  const [written, setWritten] = useState('')
  const form = useForm({
    schema: changePassword.body,
    toValues: (data) => ({
      currentPassword: data.get('currentPassword'),
      newPassword: data.get('newPassword'),
    }),
    check: (data) =>
      data.get('newPassword') === data.get('confirmPassword')
        ? {}
        : { confirmPassword: t('passwordsDiffer') },
    failure: t('passwordFailed'),
    onSubmit: async (body) => {
      const { token } = await call(changePassword, { body })
      const session = getSession()
      if (session !== null) startSession({ token, user: session.user })
      form.props.ref.current?.reset()
      setWritten('')
      toast('success', t('passwordChanged'))
      await revalidate()
    },
  })
  return (
    <CardSection title={t('passwordTitle')}>
      <form {...form.props} className="grid gap-5 p-5 max-wide:p-4">
        <p className="text-14 text-ink-2">{t('passwordLead')}</p>
        {form.message !== undefined && <Alert>{form.message}</Alert>}
        <UserName />
        <PasswordField
          label={t('currentPassword')}
          name="currentPassword"
          autoComplete="current-password"
          error={form.errors.currentPassword}
        />
        <div className="grid gap-3">
          <PasswordField
            label={t('newPassword')}
            name="newPassword"
            autoComplete="new-password"
            maxLength={limits.passwordMax}
            onInput={({ currentTarget }) => setWritten(currentTarget.value)}
            error={form.errors.newPassword}
          />
          <PasswordChecklist password={written} />
        </div>
        <PasswordField
          label={t('confirmPassword')}
          name="confirmPassword"
          autoComplete="new-password"
          maxLength={limits.passwordMax}
          error={form.errors.confirmPassword}
        />
        <Button type="submit" isBusy={form.isBusy} className="justify-self-start max-narrow:w-full">
          {t('changePassword')}
        </Button>
      </form>
    </CardSection>
  )
}

/** Whose password it is, for the browser's own keeper of passwords. */
function UserName() {
  const email = useSession()?.user.email
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
}
