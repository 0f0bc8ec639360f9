import { useState } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { resetPassword } from '#contract/users/resets.ts'
import { call } from '#web/platform/api/call.ts'
import { resetText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button } from '#web/ui/page/button.tsx'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { Route } from './+types/forgot-password-page.ts'
import { AuthSheet } from './auth-sheet.tsx'

export const meta: Route.MetaFunction = ({ matches }) => {
  const t = textOf(matches, resetText)
  return pageTitle(matches, t('forgotTitle'), t('forgotDescription'))
}

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  return sentTo === undefined ? (
    <AskForm onSent={setSentTo} />
  ) : (
    <Sent email={sentTo} onAgain={() => setSentTo(undefined)} />
  )
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useText(resetText)
  const form = useForm({
    schema: resetPassword.body,
    failure: t('sendFailed'),
    onSubmit: async (body) => {
      await call(resetPassword, { body })
      onSent(body.email)
      announce(t('sent'))
    },
  })
  return (
    <AuthSheet title={t('forgotTitle')} lead={t('forgotLead')}>
      <Form form={form}>
        <TextField label={t('email')} name="email" type="email" autoComplete="username" />
        <Button type="submit" isWide isBusy={form.isBusy}>
          {t('send')}
        </Button>
      </Form>
      <BackToLogin />
    </AuthSheet>
  )
}

/** The same whether or not the email has an account. */
function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const t = useText(resetText)
  return (
    <AuthSheet title={t('sentTitle')} lead={t('sent')}>
      <div className="grid gap-3 text-ink-2">
        <p>{t('sentLead', { email })}</p>
        <p className="text-14">{t('sentHint')}</p>
      </div>
      <Button tone="secondary" isWide onClick={onAgain}>
        {t('another')}
      </Button>
      <BackToLogin />
    </AuthSheet>
  )
}

function BackToLogin() {
  const t = useText(resetText)
  return (
    <p className="text-14">
      <Link to="/login" className="font-semibold text-petrol underline">
        {t('backToLogin')}
      </Link>
    </p>
  )
}
