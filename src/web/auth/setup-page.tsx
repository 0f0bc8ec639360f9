import { setup, verifySetupLink } from '#contract/users/auth.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { apiContext } from '#web/load-context.ts'
import { authText } from '#web/messages/auth.ts'
import { useText } from '#web/messages/text.ts'
import { noReferrer } from '#web/site/no-referrer.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { startSession } from '#web/session/session.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/error-state.tsx'
import { useForm } from '#web/ui/use-form.ts'
import type { Route } from './+types/setup-page.ts'
import { AccountFields, accountValues, arePasswordsEqual } from './account-fields.tsx'
import { AuthSheet } from './auth-sheet.tsx'
import { useEntering } from './use-entering.ts'

export const headers = noReferrer

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, authText)('setupTitle'))

/** Whether the link can be used is looked at before anybody fills in a form; it stays unused. */
export async function loader({ request, params: { token }, context }: Route.LoaderArgs) {
  try {
    await context.get(apiContext)(verifySetupLink, { params: { token } }, { signal: request.signal })
    return { isOver: false }
  } catch (error) {
    // Where it cannot be looked at, whoever sends the form is told.
    return { isOver: error instanceof ApiError && error.status < 500 && error.code !== 'rate_limited' }
  }
}

/** The form is through with it. */
export function shouldRevalidate(): boolean {
  return false
}

export default function SetupPage({ loaderData: { isOver }, params }: Route.ComponentProps) {
  return isOver ? <LinkOver /> : <SetupForm token={params.token} />
}

function LinkOver() {
  const t = useText(authText)
  useEntering()
  return (
    <AuthSheet isBare title={t('setupOverTitle')} lead={t('setupOver')} hasForm={false}>
      <LinkButton to="/login" isWide>
        {t('login')}
      </LinkButton>
    </AuthSheet>
  )
}

/** The first admin, by the one-time link that the first start prints. */
function SetupForm({ token }: { token: string }) {
  const t = useText(authText)
  useEntering('/admin/dashboard')
  const form = useForm({
    schema: setup.body,
    toValues: (data) => ({ token, ...accountValues(data) }),
    check: (data) => (arePasswordsEqual(data) ? {} : { confirmPassword: t('passwordsDiffer') }),
    onSubmit: async (body) => startSession(await call(setup, { body })),
  })
  return (
    <AuthSheet isBare title={t('setupTitle')} lead={t('setupLead')}>
      <form {...form.props} className="grid gap-4">
        {form.message !== undefined && <Alert>{form.message}</Alert>}
        <AccountFields errors={form.errors} />
        <Button type="submit" isWide isBusy={form.isBusy}>
          {t('setup')}
        </Button>
      </form>
    </AuthSheet>
  )
}
