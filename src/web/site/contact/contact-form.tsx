import { contactBody, sendContact } from '#contract/support/contact.ts'
import { limits } from '#contract/base/limits.ts'
import { call } from '#web/platform/api/call.ts'
import type { RefusedForm } from './take-form.ts'
import { contactText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** Needs no script: the page's `action` handles it, and `refused` is its result. */
export function ContactForm({ refused, onSent }: { refused: RefusedForm | undefined; onSent: () => void }) {
  const t = useText(contactText)
  const user = useSession()?.user
  const form = useForm({
    draft: { name: 'contact', fields: ['name', 'email', 'subject', 'message'] },
    schema: contactBody,
    refused,
    failure: t('sendFailed'),
    onSubmit: async (body) => {
      await call(sendContact, { body })
      announce(t('sent'))
      onSent()
    },
  })
  const typed = refused?.values
  return (
    <Form form={form} className="grid gap-5">
      {/* Only the browser knows the signed-in user: the server renders empty fields. */}
      <div key={user?.id} className="grid items-start gap-5 wide:grid-cols-2">
        <TextField
          label={t('name')}
          name="name"
          autoComplete="name"
          required
          maxLength={limits.nameMax}
          defaultValue={typed?.['name'] ?? user?.name}
        />
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={limits.emailMax}
          hint={t('emailHint')}
          defaultValue={typed?.['email'] ?? user?.email}
        />
      </div>
      <TextField
        label={t('subject')}
        name="subject"
        required
        maxLength={limits.ticketSubjectMax}
        defaultValue={typed?.['subject']}
      />
      <TextAreaField
        label={t('message')}
        name="message"
        required
        rows={8}
        maxLength={limits.ticketTextMax}
        hint={t('messageHint')}
        defaultValue={typed?.['message']}
      />
      {/* For programs that fill in every field: people never see it. */}
      <div hidden>
        <TextField label={t('unseen')} name="website" autoComplete="off" tabIndex={-1} />
      </div>
      <Button type="submit" needsNoScript isBusy={form.isBusy} className="justify-self-start">
        {t('send')}
      </Button>
    </Form>
  )
}
