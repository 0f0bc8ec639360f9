import { type RefObject, useEffect } from 'react'
import type { TicketMessage } from '#contract/support/tickets.ts'
import { supportText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { AttachmentList } from './attachment-list.tsx'

/** The reader: the customer or staff. */
export type Side = 'customer' | 'staff'

type ThreadProps = {
  side?: Side
  ticketId: number
  messages: readonly TicketMessage[]
  newest: RefObject<HTMLLIElement | null>
}

/** The messages, oldest first. The newest is scrolled into view, also when it arrives. */
export function Thread({ side = 'customer', ticketId, messages, newest }: ThreadProps) {
  const t = useText(supportText)
  return (
    <ol aria-label={t('thread')} className="grid gap-3">
      {messages.map((message, index) => (
        <Message
          key={message.id}
          side={side}
          ticketId={ticketId}
          message={message}
          newest={index === messages.length - 1 ? newest : undefined}
        />
      ))}
    </ol>
  )
}

type MessageProps = {
  side: Side
  ticketId: number
  message: TicketMessage
  newest: ThreadProps['newest'] | undefined
}

export function Message({ side, ticketId, message, newest }: MessageProps) {
  const t = useText(supportText)
  const isOwn = message.sender_type === (side === 'staff' ? 'admin' : 'user')
  const customerReads = isOwn ? t('you') : t('support')
  useEffect(() => {
    // Newer browsers return a promise, which must not be the effect's result.
    void newest?.current?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  return (
    <li
      ref={newest}
      tabIndex={-1}
      className={cx(
        'grid max-w-[85%] grid-cols-[minmax(0,1fr)] gap-2 rounded-card border border-line px-4 py-3',
        isOwn ? 'justify-self-end bg-petrol-soft' : 'justify-self-start bg-canvas',
      )}
    >
      <div className="flex flex-wrap items-baseline gap-x-3 text-13 text-ink-2">
        <span className="font-semibold">
          {side === 'staff' ? <bdi>{message.sender}</bdi> : customerReads}
        </span>
        <RelativeTime date={message.time} />
      </div>
      <p className="text-15 wrap-anywhere whitespace-pre-line">{message.content}</p>
      <AttachmentList ticketId={ticketId} attachments={message.attachments} />
    </li>
  )
}
