import { useState } from 'react'
import * as z from 'zod/mini'
import { limits } from '#contract/base/limits.ts'
import { replyToTicket, getTicket, listTickets } from '#contract/support/tickets.ts'
import { call } from '#web/platform/api/call.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { FileField } from '#web/ui/fields/file-field.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { filesIn, replyFiles } from '#web/parts/support/attachment-rules.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useWriting } from '#web/parts/support/use-writing.ts'

const schema = z.extend(replyToTicket.body, { attachments: z.array(z.instanceof(File)) })

/** The name of the draft of a reply to this ticket. */
export const replyDraft = (ticketId: number) => `reply-customer-${ticketId}`

/** Typed text is stored with its ticket until it is sent. */
export function ReplyForm({ ticketId }: { ticketId: number }) {
  const t = useText(supportText)
  const [sent, setSent] = useState<readonly File[]>([])
  const form = useWriting({
    name: replyDraft(ticketId),
    box: 'message',
    schema,
    toValues: (data) => ({ message: data.get('message'), attachments: filesIn(data) }),
    failure: t('sendFailed'),
    onSend: async ({ attachments: files, ...body }, options) => {
      await call(replyToTicket, { params: { id: ticketId }, body, files }, options)
      setSent(files)
    },
    onSent: () => reread(getTicket, listTickets),
  })
  return (
    <Form form={form} aria-label={t('reply')} className="grid gap-4 border-t border-line pt-4">
      <TextAreaField label={t('reply')} name="message" required rows={4} maxLength={limits.ticketTextMax} />
      <FileField
        {...replyFiles}
        sent={sent}
        name="attachments"
        label={t('attachments')}
        hint={t('replyAttachmentsHint')}
        sentences={{ fileCount: t('filesMany'), fileSize: t('filesLarge') }}
      />
      <Button type="submit" isBusy={form.isBusy} className="justify-self-start">
        {t('send')}
      </Button>
    </Form>
  )
}
