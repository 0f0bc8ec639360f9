import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import { login, loginBody } from '#contract/users/auth.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { authText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { getRememberedEmail, rememberEmail } from './remembered-email.ts'
import { startSession } from '#web/platform/session/session.ts'
import { CodeField } from '#web/parts/two-factor/code-field.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { PasswordField, TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
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
  // Set after a correct password. The typed values stay in their fields, and are sent again with the code.
  const [asksCode, setAsksCode] = useState(false)
  useEntering()
  const form = useForm({
    schema: loginBody,
    toValues: (data) => ({
      email: data.get('email'),
      password: data.get('password'),
      ...(asksCode && { code: data.get('code') }),
    }),
    check: (data) => (asksCode && isBlank(data.get('code')) ? { code: t('codeRequired') } : {}),
    failure: t('loginFailed'),
    onSubmit: async (body) => {
      const answer = await call(login, { body }).catch((error: unknown) => {
        const code = error instanceof ApiError ? error.code : undefined
        if (code === 'two_factor_required' && !asksCode) return undefined
        // The password was correct a moment ago, so the code is wrong.
        if (code === 'invalid_credentials' && asksCode) throw wrongCode(t('codeWrong'))
        const odd = oddAnswerOf(error)
        throw odd === undefined ? error : new Error(t(odd))
      })
      if (answer === undefined) {
        setAsksCode(true)
        return 'asks'
      }
      const wantsRemembering =
        document.querySelector<HTMLInputElement>('input[name=remember]')?.checked === true
      rememberEmail(wantsRemembering ? body.email : undefined)
      startSession(answer)
      return undefined
    },
  })
  return (
    <AuthSheet
      title={asksCode ? t('codeTitle') : t('loginTitle')}
      lead={asksCode ? t('codeLead') : t('loginLead')}
    >
      <Form form={form}>
        <div hidden={asksCode} className={asksCode ? undefined : 'grid gap-4'}>
          <TextField
            key={remembered}
            label={t('email')}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={remembered}
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
          />
          <Checkbox
            key={`remember-${remembered}`}
            label={t('rememberMe')}
            name="remember"
            defaultChecked={remembered !== ''}
          />
        </div>
        {asksCode && <CodeField isAlone takesFocus />}
        <Button type="submit" isWide isBusy={form.isBusy}>
          {asksCode ? t('verify') : t('login')}
        </Button>
        {asksCode && (
          <Button tone="quiet" isWide onClick={() => setAsksCode(false)}>
            {t('back')}
          </Button>
        )}
      </Form>
      {asksCode ? <LostBoth /> : <NoAccount search={search} />}
    </AuthSheet>
  )
}

function NoAccount({ search }: { search: string }) {
  const t = useText(authText)
  return (
    <p className="text-14 text-ink-2">
      {t('noAccount')}{' '}
      <Link to={`/register${search}`} className="font-semibold text-petrol underline">
        {t('createAccount')}
      </Link>
    </p>
  )
}

function LostBoth() {
  const t = useText(authText)
  return (
    <p className="text-14 text-ink-2">
      {t('codeLost')}{' '}
      <Link to="/contact" className="font-semibold text-petrol underline">
        {t('contactUs')}
      </Link>
    </p>
  )
}

/** Shown at its field. */
function wrongCode(sentence: string): ApiError {
  return new ApiError({ status: 422, code: 'invalid_fields', fields: { code: sentence } })
}

function isBlank(typed: FormDataEntryValue | null): boolean {
  return typeof typed !== 'string' || typed.trim() === ''
}

/** Only the browser knows it: the server renders an empty field. Read once; nothing else changes it. */
function useRemembered(): string {
  return useSyncExternalStore(
    () => () => {},
    getRememberedEmail,
    () => '',
  )
}
