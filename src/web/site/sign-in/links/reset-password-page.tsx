import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { setNewPassword, verifyResetToken } from '#contract/users/resets.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { apiContext } from '#web/platform/page/load-context.ts'
import { resetText } from '#web/site/sign-in/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { endSession, getSession } from '#web/platform/session/session.ts'
import { noReferrer } from './no-referrer.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { PasswordField } from '#web/ui/fields/text-field.tsx'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { Route } from './+types/reset-password-page.ts'
import { AuthSheet } from '#web/site/sign-in/auth-sheet.tsx'

/** Spec §9. */
const redirectMilliseconds = 3_000

export const headers = noReferrer

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, resetText)('resetTitle'))

/** Link scanners open emailed links: opening it only reads, and the link stays unused. */
export async function loader({ request, params: { token }, context }: Route.LoaderArgs) {
  try {
    await context.get(apiContext)(verifyResetToken, { params: { token } }, { signal: request.signal })
    return { state: 'valid' } as const
  } catch (error) {
    // If it can't be checked now, the browser tries again.
    return { state: isInvalid(error) ? 'invalid' : 'verifying' } as const
  }
}

/** The form handles the rest. */
export function shouldRevalidate(): boolean {
  return false
}

function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.code !== 'rate_limited'
}

type State = 'verifying' | 'unclear' | 'valid' | 'invalid' | 'done'

export default function ResetPasswordPage({ loaderData, params: { token } }: Route.ComponentProps) {
  const [state, setState] = useState<State>(loaderData.state)
  if (state === 'verifying' || state === 'unclear')
    return <Verifying token={token} isUnclear={state === 'unclear'} onState={setState} />
  if (state === 'invalid') return <InvalidToken />
  if (state === 'done') return <Done />
  return <PasswordForm token={token} onState={setState} />
}

type Stateful = { token: string; onState: (state: State) => void }

function Verifying({ token, isUnclear, onState }: Stateful & { isUnclear: boolean }) {
  const t = useText(resetText)
  useEffect(() => {
    if (isUnclear) return
    const controller = new AbortController()
    call(verifyResetToken, { params: { token } }, { signal: controller.signal }).then(
      () => onState('valid'),
      (error: unknown) => {
        if (!controller.signal.aborted) onState(isInvalid(error) ? 'invalid' : 'unclear')
      },
    )
    return () => controller.abort()
  }, [token, isUnclear, onState])
  return (
    <AuthSheet title={t('resetTitle')} lead={t('verifying')}>
      {isUnclear && <ErrorState message={t('verifyFailed')} onRetry={() => onState('verifying')} />}
    </AuthSheet>
  )
}

function InvalidToken() {
  const t = useText(resetText)
  return (
    <AuthSheet title={t('invalidTitle')} lead={t('invalid')} hasForm={false}>
      <p className="text-ink-2">{t('invalidWhy')}</p>
      <LinkButton to="/forgot-password" isWide>
        {t('newToken')}
      </LinkButton>
    </AuthSheet>
  )
}

/** Only these are checked in the browser; the server checks the whole body. */
const schema = z.pick(setNewPassword.body, { password: true, end_api_keys: true })

function PasswordForm({ token, onState }: Stateful) {
  const t = useText(resetText)
  const form = useForm({
    schema,
    toValues: (data) => ({ password: data.get('password'), end_api_keys: data.has('end_api_keys') }),
    check: (data) =>
      data.get('password') === data.get('confirmPassword') ? {} : { confirmPassword: t('passwordsDiffer') },
    failure: t('saveFailed'),
    onSubmit: async (own) => {
      try {
        await call(setNewPassword, { body: { token, ...own } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'reset_token_invalid') return onState('invalid')
        throw error
      }
      // The link begins with its user's ID. That user's session here was signed out with all others.
      if (getSession()?.user.id === Number.parseInt(token, 10)) endSession()
      onState('done')
    },
  })
  return (
    <AuthSheet title={t('resetTitle')} lead={t('resetLead')}>
      <Form form={form}>
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="new-password"
          hint={t('passwordHint')}
        />
        <PasswordField label={t('confirmPassword')} name="confirmPassword" autoComplete="new-password" />
        {/* Most resets are for forgotten passwords, some for stolen ones: users who know can untick it. */}
        <Checkbox
          name="end_api_keys"
          defaultChecked
          label={
            <span className="grid gap-1">
              <span className="font-semibold text-ink">{t('endKeys')}</span>
              <span className="text-13">{t('endKeysHint')}</span>
            </span>
          }
        />
        <Button type="submit" isWide isBusy={form.isBusy}>
          {t('save')}
        </Button>
      </Form>
    </AuthSheet>
  )
}

function Done() {
  const t = useText(resetText)
  const navigate = useNavigate()
  const done = t('done')
  useEffect(() => announce(done), [done])
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/login', { replace: true }), redirectMilliseconds)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <AuthSheet title={t('doneTitle')} lead={t('done')}>
      <LinkButton to="/login" isWide>
        {t('login')}
      </LinkButton>
    </AuthSheet>
  )
}
