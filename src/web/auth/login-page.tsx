import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { login, loginBody } from '#contract/auth.ts'
import { call } from '#web/api/call.ts'
import { authText } from '#web/messages/auth.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { getRememberedEmail, rememberEmail } from '#web/session/remembered-email.ts'
import { startSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Alert } from '#web/ui/error-state.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import type { Route } from './+types/login-page.ts'
import { AuthSheet } from './auth-sheet.tsx'
import { oddAnswerOf } from './odd-answer.ts'
import { useEntering } from './use-entering.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const t = textOf(matches, authText)
  return pageTitle(matches, t('loginTitle'), t('loginDescription'))
}

export default function LoginPage() {
  const t = useText(authText)
  const { search } = useLocation()
  const remembered = useRemembered()
  useEntering()
  const form = useForm({
    name: 'login',
    schema: loginBody,
    toValues: (data) => ({ email: data.get('email'), password: data.get('password') }),
    failure: t('loginFailed'),
    onSubmit: async (body) => {
      const answer = await call(login, { body }).catch((error: unknown) => {
        const odd = oddAnswerOf(error)
        throw odd === undefined ? error : new Error(t(odd))
      })
      const wantsRemembering =
        document.querySelector<HTMLInputElement>('input[name=remember]')?.checked === true
      rememberEmail(wantsRemembering ? body.email : undefined)
      startSession(answer)
    },
  })
  return (
    <AuthSheet title={t('loginTitle')} lead={t('loginLead')}>
      <form {...form.props} className="grid gap-4">
        {form.message !== undefined && <Alert>{form.message}</Alert>}
        <TextField
          key={remembered}
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={remembered}
          error={form.errors.email}
        />
        <PasswordField
          label={t('password')}
          aside={
            <Link to="/forgot-password" className="text-14 text-petrol underline">
              {t('forgotPassword')}
            </Link>
          }
          name="password"
          autoComplete="current-password"
          error={form.errors.password}
        />
        <Checkbox
          key={`remember-${remembered}`}
          label={t('rememberMe')}
          name="remember"
          defaultChecked={remembered !== ''}
        />
        <Button type="submit" isWide isBusy={form.isBusy}>
          {t('login')}
        </Button>
      </form>
      <p className="text-14 text-ink-2">
        {t('noAccount')}{' '}
        <Link to={`/register${search}`} className="font-semibold text-petrol underline">
          {t('createAccount')}
        </Link>
      </p>
    </AuthSheet>
  )
}

/** Only the browser knows it: the server renders the box empty. It is read once, nothing else changes it. */
function useRemembered(): string {
  return useSyncExternalStore(
    () => () => {},
    getRememberedEmail,
    () => '',
  )
}
