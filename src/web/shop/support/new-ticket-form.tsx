import { useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { limits } from '#contract/base/limits.ts'
import { createTicket, ticketCategories, type TicketCategory } from '#contract/support/tickets.ts'
import { call } from '#web/platform/api/call.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { openDraft } from '#web/platform/drafts/drafts.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { FileField } from '#web/ui/fields/file-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { filesIn, ticketFiles } from '#web/parts/support/attachment-rules.ts'
import { replyDraft } from './reply-form.tsx'
import { categoryKeys } from '#web/parts/support/say-category.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useWriting } from '#web/parts/support/use-writing.ts'

const schema = z.extend(createTicket.body, { attachments: z.array(z.instanceof(File)) })

/** Typed text is stored until it is sent; `?order=` is the order that it is about, and `subject` contains it. */
export function NewTicketForm() {
  const t = useText(supportText)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const order = params.get('order') ?? ''
  // A draft about another order, or about none, is stored separately.
  const name = order === '' ? 'new-ticket' : `new-ticket-${order.slice(0, 16)}`
  const owner = useSession()?.user.id ?? 0
  const form = useWriting({
    name,
    box: 'message',
    alsoDrafted: ['subject', 'category', 'orderId'],
    schema,
    toValues,
    failure: t('createFailed'),
    onSend: ({ attachments: files, ...body }, options) => call(createTicket, { body, files }, options),
    onSent: async ({ ticket }, rest) => {
      // Text typed while sending becomes the draft of a reply.
      if (rest !== '') openDraft(replyDraft(ticket.id), owner).keepValues({ message: rest })
      openDraft(name, owner).forget()
      toast('success', t('created'))
      await navigate(`/support/tickets/${ticket.id}`)
    },
  })
  return (
    <Card className="max-w-column">
      <Form form={form} aria-label={t('newTicket')} className="grid gap-5">
        <TextField
          label={t('subject')}
          name="subject"
          required
          maxLength={limits.ticketSubjectMax}
          defaultValue={(params.get('subject') ?? '').slice(0, limits.ticketSubjectMax)}
          hint={t('subjectHint')}
        />
        <div className="grid items-start gap-5 wide:grid-cols-2">
          <SelectField
            label={t('category')}
            name="category"
            required
            defaultValue={order === '' ? '' : ('Order Issue' satisfies TicketCategory)}
            options={[
              { value: '', label: t('choose'), isDisabled: true },
              ...ticketCategories.map((value) => ({ value, label: t(categoryKeys[value]) })),
            ]}
          />
          <TextField
            label={t('orderId')}
            name="orderId"
            inputMode="numeric"
            defaultValue={order}
            maxLength={16}
            hint={t('orderHint')}
          />
        </div>
        <TextAreaField
          label={t('message')}
          name="message"
          required
          rows={8}
          maxLength={limits.ticketTextMax}
          hint={t('messageHint')}
        />
        <FileField
          {...ticketFiles}
          name="attachments"
          label={t('attachments')}
          hint={t('attachmentsHint')}
          sentences={{ fileCount: t('filesMany'), fileSize: t('filesLarge') }}
        />
        <Button type="submit" isBusy={form.isBusy} className="justify-self-start">
          {t('create')}
        </Button>
      </Form>
    </Card>
  )
}

/** Users type "#12" as shown elsewhere. */
function toValues(data: FormData): unknown {
  const order = String(data.get('orderId') ?? '').replace(/^\s*#?\s*/, '')
  return {
    subject: data.get('subject'),
    category: data.get('category'),
    message: data.get('message'),
    attachments: filesIn(data),
    ...(order.trim() !== '' && { orderId: Number(order) }),
  }
}
