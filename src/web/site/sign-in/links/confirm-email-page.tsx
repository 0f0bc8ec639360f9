import { useState } from 'react'
import { confirmEmail } from '#contract/users/auth.ts'
import { call } from '#web/platform/api/call.ts'
import { authText } from '#web/site/sign-in/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { noReferrer } from './no-referrer.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { Route } from './+types/confirm-email-page.ts'
import { AuthSheet } from '#web/site/sign-in/auth-sheet.tsx'

export const headers = noReferrer

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, authText)('confirmTitle'))

/** Linked from an email. Link scanners open its links: only the button confirms. */
export default function ConfirmEmailPage({ params }: Route.ComponentProps) {
  const t = useText(authText)
  const [confirmed, setConfirmed] = useState<string>()
  const form = useForm({
    schema: confirmEmail.body,
    toValues: () => ({ token: params.token }),
    onSubmit: async (body) => {
      const { email } = await call(confirmEmail, { body })
      setConfirmed(email)
    },
  })
  if (confirmed !== undefined) {
    return (
      <AuthSheet title={t('confirmedTitle')} lead={t('confirmedLead', { email: confirmed })}>
        <LinkButton to="/dashboard" isWide>
          {t('goOn')}
        </LinkButton>
      </AuthSheet>
    )
  }
  return (
    <AuthSheet title={t('confirmTitle')} lead={t('confirmLead')}>
      <Form form={form}>
        <Button type="submit" isWide isBusy={form.isBusy}>
          {t('confirm')}
        </Button>
      </Form>
    </AuthSheet>
  )
}
