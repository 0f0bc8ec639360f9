import { limits } from '#contract/base/limits.ts'
import { noteTicket, getAdminTicket } from '#contract/support/admin-tickets.ts'
import { call } from '#web/platform/api/call.ts'
import { adminTicketsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useWriting } from '#web/parts/support/use-writing.ts'

/** For other staff. */
export function NoteForm({ ticketId }: { ticketId: number }) {
  const t = useText(adminTicketsText)
  const form = useWriting({
    name: `note-${ticketId}`,
    box: 'note',
    schema: noteTicket.body,
    failure: t('noteFailed'),
    onSend: (body, options) => call(noteTicket, { params: { id: ticketId }, body }, options),
    onSent: () => reread(getAdminTicket),
  })
  return (
    <Form form={form} aria-label={t('noteTab')} className="grid gap-4">
      <TextAreaField
        label={t('note')}
        name="note"
        required
        rows={3}
        maxLength={limits.ticketTextMax}
        hint={t('noteHint')}
      />
      <Button type="submit" tone="secondary" isBusy={form.isBusy} className="justify-self-start">
        {t('addNote')}
      </Button>
    </Form>
  )
}
