import { useState } from 'react'
import { cancelEmailChange } from '#contract/users/auth.ts'
import { call } from '#web/platform/api/call.ts'
import { authText } from '#web/site/sign-in/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { noReferrer } from './no-referrer.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { Route } from './+types/cancel-email-change-page.ts'
import { AuthSheet } from '#web/site/sign-in/auth-sheet.tsx'

export const headers = noReferrer

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, authText)('cancelMoveTitle'))

/** Linked from the warning. Link scanners open emailed links: only the button cancels the change. */
export default function CancelEmailChangePage({ params }: Route.ComponentProps) {
  const t = useText(authText)
  const [isCanceled, setIsCanceled] = useState(false)
  const form = useForm({
    schema: cancelEmailChange.body,
    toValues: () => ({ token: params.token }),
    onSubmit: async (body) => {
      await call(cancelEmailChange, { body })
      setIsCanceled(true)
    },
  })
  if (isCanceled) {
    return (
      <AuthSheet title={t('canceledTitle')} lead={t('canceledLead')}>
        <LinkButton to="/forgot-password" isWide>
          {t('setNewPassword')}
        </LinkButton>
      </AuthSheet>
    )
  }
  return (
    <AuthSheet title={t('cancelMoveTitle')} lead={t('cancelMoveLead')}>
      <Form form={form}>
        <Button type="submit" isWide isBusy={form.isBusy}>
          {t('cancelMove')}
        </Button>
      </Form>
    </AuthSheet>
  )
}
