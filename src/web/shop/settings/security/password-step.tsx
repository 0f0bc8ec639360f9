import * as z from 'zod/mini'
import { makeRecoveryCodes } from '#contract/users/two-factor.ts'
import { twoFactorText } from '#web/parts/two-factor/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { PasswordField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

const body = z.pick(makeRecoveryCodes.body, { password: true })

/** A session is not enough: the password is required again. */
export function PasswordStep({ onProven }: { onProven: (password: string) => Promise<void> }) {
  const t = useText(twoFactorText)
  const form = useForm({
    schema: body,
    failure: t('failed'),
    onSubmit: ({ password }) => onProven(password),
  })
  return (
    <Form form={form}>
      <p className="text-14 text-ink-2">{t('passwordLead')}</p>
      <PasswordField label={t('password')} name="password" autoComplete="current-password" />
      <div className="flex justify-end">
        <Button type="submit" isBusy={form.isBusy} className="max-narrow:w-full">
          {t('next')}
        </Button>
      </div>
    </Form>
  )
}
