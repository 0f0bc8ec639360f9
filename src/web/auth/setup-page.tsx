import { setup } from '#contract/auth.ts'
import { call } from '#web/api/call.ts'
import { authText } from '#web/messages/auth.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { startSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/error-state.tsx'
import { useForm } from '#web/ui/use-form.ts'
import type { Route } from './+types/setup-page.ts'
import { AccountFields, accountValues, arePasswordsEqual } from './account-fields.tsx'
import { AuthSheet } from './auth-sheet.tsx'
import { useEntering } from './use-entering.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, textOf(matches, authText)('setupTitle')),
  { name: 'robots', content: 'noindex' },
]

/** The first admin, by the one-time link that the first start prints. */
export default function SetupPage({ params }: Route.ComponentProps) {
  const t = useText(authText)
  useEntering()
  const form = useForm({
    name: 'setup',
    schema: setup.body,
    toValues: (data) => ({ token: params.token, ...accountValues(data) }),
    check: (data) => (arePasswordsEqual(data) ? {} : { confirmPassword: t('passwordsDiffer') }),
    onSubmit: async (body) => startSession(await call(setup, { body })),
  })
  return (
    <AuthSheet title={t('setupTitle')} lead={t('setupLead')}>
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
