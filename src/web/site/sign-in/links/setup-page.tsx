import { setup, verifySetupLink } from '#contract/users/auth.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { apiContext } from '#web/platform/page/load-context.ts'
import { authText } from '#web/site/sign-in/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { noReferrer } from './no-referrer.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { startSession } from '#web/platform/session/session.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { Route } from './+types/setup-page.ts'
import { AccountFields, accountValues, arePasswordsEqual } from '#web/site/sign-in/account-fields.tsx'
import { AuthSheet } from '#web/site/sign-in/auth-sheet.tsx'
import { useEntering } from '#web/site/sign-in/use-entering.ts'

export const headers = noReferrer

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, authText)('setupTitle'))

/** Whether the link can be used is checked before the form is filled in; it stays unused. */
export async function loader({ request, params: { token }, context }: Route.LoaderArgs) {
  try {
    await context.get(apiContext)(verifySetupLink, { params: { token } }, { signal: request.signal })
    return { isOver: false }
  } catch (error) {
    // If the link cannot be checked, sending the form reports it.
    return { isOver: error instanceof ApiError && error.status < 500 && error.code !== 'rate_limited' }
  }
}

/** The form handles the rest. */
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
    <AuthSheet isBare title={t('setupExpiredTitle')} lead={t('setupExpired')} hasForm={false}>
      <LinkButton to="/login" isWide>
        {t('login')}
      </LinkButton>
    </AuthSheet>
  )
}

/** Creates the first admin, with the one-time link printed by the first start. */
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
      <Form form={form}>
        <AccountFields />
        <Button type="submit" isWide isBusy={form.isBusy}>
          {t('setup')}
        </Button>
      </Form>
    </AuthSheet>
  )
}
