import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { getAttention } from '#contract/operations/attention.ts'
import type { CannedReply } from '#contract/support/canned-replies.ts'
import { limits } from '#contract/base/limits.ts'
import {
  adminReplyToTicket,
  type AdminTicketThread,
  type Colleague,
  getAdminTicket,
} from '#contract/support/admin-tickets.ts'
import { call } from '#web/platform/api/call.ts'
import { adminTicketsText } from './texts.en.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useDraft } from '#web/platform/drafts/drafts.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { FileField } from '#web/ui/fields/file-field.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { filesIn, replyFiles } from '#web/parts/support/attachment-rules.ts'
import { CannedPicker } from './canned-picker.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useWriting } from '#web/parts/support/use-writing.ts'

type StaffReplyProps = {
  ticket: AdminTicketThread
  replies: readonly CannedReply[]
  me: Colleague
  onTyping: (isTyping: boolean) => void
}

const schema = z.extend(z.omit(adminReplyToTicket.body, { last_message: true }), {
  attachments: z.array(z.instanceof(File)),
})

/**
 * Staff's answer. If a new message arrives while they write, they see it before sending: on this page if it has arrived
 * here, otherwise from the server's refusal.
 */
export function StaffReply({ ticket, replies, me, onTyping }: StaffReplyProps) {
  const t = useText(adminTicketsText)
  const support = useText(supportText)
  const [sent, setSent] = useState<readonly File[]>([])
  const newest = ticket.messages.at(-1)
  const name = `reply-staff-${ticket.id}`
  const wasBegun = isText(useDraft(name).values['message'])
  const [begunAt, setBegunAt] = useState(wasBegun ? newest?.id : undefined)
  const form = useWriting({
    name,
    box: 'message',
    schema,
    toValues: (data) => ({ message: data.get('message'), attachments: filesIn(data) }),
    failure: support('sendFailed'),
    onSend: async ({ attachments: files, message }, options) => {
      // Messages read meanwhile don't make a retry another reply.
      const body = { message, last_message: newest?.id }
      try {
        const answer = await call(adminReplyToTicket, { params: { id: ticket.id }, body, files }, options)
        setSent(files)
        return answer
      } catch (error) {
        // The unknown messages must be loaded.
        await reread(getAdminTicket, getAttention)
        throw error
      }
    },
    onSent: async ({ reply }, rest) => {
      // One's own reply doesn't count as new for text typed while sending.
      if (rest !== '') setBegunAt(reply.id)
      await reread(getAdminTicket, getAttention)
    },
  })

  function noteTyping(text: string): void {
    const isTyping = isText(text)
    setBegunAt((begun) => (isTyping ? (begun ?? newest?.id) : undefined))
    onTyping(isTyping)
  }

  function boxIn(): HTMLTextAreaElement | undefined {
    const box = form.element.current?.elements.namedItem('message')
    return box instanceof HTMLTextAreaElement ? box : undefined
  }

  function insert(text: string): void {
    const box = boxIn()
    if (box === undefined) return
    const before = box.value.trimEnd()
    box.value = before === '' ? text : `${before}\n\n${text}`
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.focus()
  }

  const noteKept = useEffectEvent(() => onTyping(wasBegun))
  useEffect(() => noteKept(), [])

  const isNew = begunAt !== undefined && newest !== undefined && newest.id > begunAt
  return (
    <div className="grid gap-4">
      <CannedPicker ticket={ticket} replies={replies} me={me} onInsert={insert} />
      <Form
        form={isNew ? { ...form, message: undefined } : form}
        aria-label={support('reply')}
        className="grid gap-4"
      >
        {isNew && <Alert>{t('newSince', { name: newest.sender })}</Alert>}
        <TextAreaField
          label={support('reply')}
          name="message"
          required
          rows={5}
          maxLength={limits.ticketTextMax}
          onInput={({ currentTarget }) => noteTyping(currentTarget.value)}
        />
        <FileField
          {...replyFiles}
          sent={sent}
          name="attachments"
          label={support('attachments')}
          hint={support('replyAttachmentsHint')}
          sentences={{ fileCount: support('filesMany'), fileSize: support('filesLarge') }}
        />
        <Button type="submit" isBusy={form.isBusy} className="justify-self-start">
          {support('send')}
        </Button>
      </Form>
    </div>
  )
}

function isText(typed: string | undefined): boolean {
  return typed !== undefined && typed.trim() !== ''
}
