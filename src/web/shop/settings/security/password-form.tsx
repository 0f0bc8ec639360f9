import { useState } from 'react'
import { changePassword } from '#contract/users/account.ts'
import { limits } from '#contract/base/limits.ts'
import { listSessions } from '#contract/users/sessions.ts'
import { getTwoFactor } from '#contract/users/two-factor.ts'
import { call } from '#web/platform/api/call.ts'
import { securityText } from '#web/shop/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { getSession, startSession, useSession } from '#web/platform/session/session.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { PasswordField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { PasswordChecklist } from './password-checklist.tsx'

/** A new password ends every session; the answer contains the token of a new session, which replaces this one. */
export function PasswordForm() {
  const t = useText(securityText)
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
      toast('success', t('passwordChanged'))
      await reread(listSessions, getTwoFactor)
      return 'again'
    },
  })
  return (
    <CardSection title={t('passwordTitle')}>
      <Form form={form} className="grid gap-5 p-5 max-wide:p-4">
        <p className="text-14 text-ink-2">{t('passwordLead')}</p>
        <UserName />
        <PasswordField label={t('currentPassword')} name="currentPassword" autoComplete="current-password" />
        <div className="grid gap-3">
          <PasswordField
            label={t('newPassword')}
            name="newPassword"
            autoComplete="new-password"
            maxLength={limits.passwordMax}
            onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          />
          <PasswordChecklist password={written} />
        </div>
        <PasswordField
          label={t('confirmPassword')}
          name="confirmPassword"
          autoComplete="new-password"
          maxLength={limits.passwordMax}
        />
        <Button type="submit" isBusy={form.isBusy} className="justify-self-start max-narrow:w-full">
          {t('changePassword')}
        </Button>
      </Form>
    </CardSection>
  )
}

/** The account's name, for password managers. */
function UserName() {
  const email = useSession()?.user.email
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
}
