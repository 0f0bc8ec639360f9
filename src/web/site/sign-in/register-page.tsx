import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import { getLegalText } from '#contract/settings/legal-texts.ts'
import { register, registerBody } from '#contract/users/auth.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { chosenLanguage } from '#web/platform/language/chosen-language.ts'
import { authText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useRichText } from '#web/platform/i18n/use-rich-text.tsx'
import { apiContext } from '#web/platform/page/load-context.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { startSession } from '#web/platform/session/session.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { Route } from './+types/register-page.ts'
import { AccountFields, accountValues, arePasswordsEqual } from './account-fields.tsx'
import { AuthSheet } from './auth-sheet.tsx'
import { useEntering } from './use-entering.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const t = textOf(matches, authText)
  return pageTitle(matches, t('registerTitle'), t('registerDescription'))
}

/** The version of the terms that this page links to. If it can't be loaded, the server uses the current one. */
export async function loader({ context, request: { signal } }: Route.LoaderArgs) {
  const terms = { params: { page: 'terms' }, query: {} } as const
  const legal = await context
    .get(apiContext)(getLegalText, terms, { signal })
    .catch(() => undefined)
  return { termsVersion: legal?.version }
}

/** Keeps the version that was shown. */
export function shouldRevalidate(): boolean {
  return false
}

export default function RegisterPage({ loaderData: { termsVersion } }: Route.ComponentProps) {
  const t = useText(authText)
  const { search } = useLocation()
  const { isRegistrationOpen } = useSite()
  useEntering()
  const form = useForm({
    overSignIn: { name: 'register', fields: ['name', 'email'] },
    schema: registerBody,
    toValues: (data) => ({ ...accountValues(data), terms: data.has('terms'), terms_version: termsVersion }),
    check: (data) => ({
      ...(!arePasswordsEqual(data) && { confirmPassword: t('passwordsDiffer') }),
      ...(!data.has('terms') && { terms: t('mustAgree') }),
    }),
    failure: t('registerFailed'),
    onSubmit: async (body) => {
      startSession(
        await call(register, { body: { ...body, language: chosenLanguage() } }).catch((error: unknown) => {
          throw error instanceof ApiError && error.code === 'invalid_answer'
            ? new Error(t('invalidRegistration'))
            : error
        }),
      )
    },
  })
  return (
    <AuthSheet title={t('registerTitle')} lead={t('registerLead')}>
      <Form form={form}>
        {!isRegistrationOpen && form.message === undefined && <Alert>{t('registrationClosed')}</Alert>}
        <AccountFields />
        <Checkbox name="terms" label={<Agreement />} />
        <Button type="submit" isWide isBusy={form.isBusy}>
          {t('register')}
        </Button>
      </Form>
      <p className="text-14 text-ink-2">
        {t('haveAccount')}{' '}
        <Link to={`/login${search}`} className="font-semibold text-petrol underline">
          {t('login')}
        </Link>
      </p>
    </AuthSheet>
  )
}

function Agreement() {
  const t = useText(authText)
  const rich = useRichText(authText)
  const linkTo = (page: 'terms' | 'privacy') => (
    <Link to={`/${page}`} target="_blank" className="text-petrol underline">
      {t(page)}
    </Link>
  )
  return rich('agree', { terms: linkTo('terms'), privacy: linkTo('privacy') })
}
