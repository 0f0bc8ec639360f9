import type { RefObject } from 'react'
import type { TicketNote } from '#contract/support/admin-tickets.ts'
import type { TicketMessage } from '#contract/support/tickets.ts'
import { adminTicketsText } from './texts.en.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { Message } from '#web/parts/support/thread.tsx'

type StaffThreadProps = {
  ticketId: number
  messages: readonly TicketMessage[]
  notes: readonly TicketNote[]
  newest: RefObject<HTMLLIElement | null>
}

/** The conversation with the customer, with staff's internal notes in between, oldest first. */
export function StaffThread({ ticketId, messages, notes, newest }: StaffThreadProps) {
  const t = useText(supportText)
  const last = messages.at(-1)
  const told = [
    ...messages.map((message) => ({ time: message.time, message, note: undefined })),
    ...notes.map((note) => ({ time: note.time, message: undefined, note })),
  ].toSorted((one, other) => one.time.getTime() - other.time.getTime())
  return (
    <ol aria-label={t('thread')} className="grid gap-3">
      {told.map(({ message, note }) =>
        message === undefined ? (
          <Note key={`note-${note.id}`} note={note} />
        ) : (
          <Message
            key={message.id}
            side="staff"
            ticketId={ticketId}
            message={message}
            newest={message === last ? newest : undefined}
          />
        ),
      )}
    </ol>
  )
}

/** Looks different from anything sent to customers. */
function Note({ note: { author, time, content } }: { note: TicketNote }) {
  const t = useText(adminTicketsText)
  return (
    <li className="grid gap-1 rounded-card border border-dashed border-foil-ink bg-foil-soft px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 text-13 text-foil-ink">
        <span className="font-semibold">{t('noteBy', { name: author })}</span>
        <RelativeTime date={time} />
      </div>
      <p className="text-15 wrap-anywhere whitespace-pre-line">{content}</p>
    </li>
  )
}
