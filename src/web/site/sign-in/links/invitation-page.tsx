import * as z from 'zod/mini'
import { acceptInvitation, verifyInvitation } from '#contract/users/invitations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { apiContext } from '#web/platform/page/load-context.ts'
import { invitationText } from '#web/site/sign-in/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { startSession, useSession } from '#web/platform/session/session.ts'
import { noReferrer } from './no-referrer.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { PasswordField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { Route } from './+types/invitation-page.ts'
import { AuthSheet } from '#web/site/sign-in/auth-sheet.tsx'
import { useEntering } from '#web/site/sign-in/use-entering.ts'

type Invited = { name: string; email: string }

export const headers = noReferrer

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, invitationText)('title'))

/** Link scanners open emailed links: opening it only reads, and the link stays unused. */
export async function loader({ request, params: { token }, context }: Route.LoaderArgs) {
  const isOver = { isOver: true, invited: undefined } as const
  try {
    const { name, email } = await context.get(apiContext)(
      verifyInvitation,
      { params: { token } },
      { signal: request.signal },
    )
    return { isOver: false, invited: { name, email } } as const
  } catch (error) {
    // If the link cannot be checked, sending the form reports it.
    const isKnown = error instanceof ApiError && error.status < 500 && error.code !== 'rate_limited'
    return isKnown ? isOver : ({ isOver: false, invited: undefined } as const)
  }
}

/** The form handles the rest. */
export function shouldRevalidate(): boolean {
  return false
}

export default function InvitationPage({
  loaderData: { isOver, invited },
  params: { token },
}: Route.ComponentProps) {
  return isOver ? <InvitationOver /> : <PasswordForm token={token} invited={invited} />
}

function InvitationOver() {
  const t = useText(invitationText)
  useEntering()
  return (
    <AuthSheet isBare title={t('overTitle')} lead={t('over')} hasForm={false}>
      <LinkButton to="/login" isWide>
        {t('login')}
      </LinkButton>
    </AuthSheet>
  )
}

/** Only these are checked in the browser; the server checks the whole body. */
const schema = z.pick(acceptInvitation.body, { password: true })

function PasswordForm({ token, invited }: { token: string; invited: Invited | undefined }) {
  const t = useText(invitationText)
  // Invited staff start in the admin area.
  useEntering(useSession()?.user.role === 'admin' ? '/admin/dashboard' : undefined)
  const form = useForm({
    schema,
    toValues: (data) => ({ password: data.get('password') }),
    check: (data) =>
      data.get('password') === data.get('confirmPassword') ? {} : { confirmPassword: t('passwordsDiffer') },
    onSubmit: async ({ password }) =>
      startSession(await call(acceptInvitation, { body: { token, password } })),
  })
  return (
    <AuthSheet isBare title={t('title')} lead={invited === undefined ? t('leadUnknown') : t('lead', invited)}>
      <Form form={form}>
        {/* The account's name, for password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={invited?.email ?? ''} readOnly />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="new-password"
          hint={t('passwordHint')}
        />
        <PasswordField label={t('confirmPassword')} name="confirmPassword" autoComplete="new-password" />
        <Button type="submit" isWide isBusy={form.isBusy}>
          {t('accept')}
        </Button>
      </Form>
    </AuthSheet>
  )
}
