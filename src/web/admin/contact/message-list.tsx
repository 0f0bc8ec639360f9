import { useState } from 'react'
import { getAttention } from '#contract/operations/attention.ts'
import { answerContactMessage, type ContactMessage, listContactMessages } from '#contract/support/contact.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminContactText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button, buttonClass } from '#web/ui/page/button.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { useRowKeys } from '#web/ui/keyboard/row-keys.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

/** One line each, which expands to the message and the ways to answer it. */
export function MessageList({ messages }: { messages: readonly ContactMessage[] }) {
  const t = useText(adminContactText)
  const list = useRowKeys<HTMLUListElement>()
  return (
    <ul ref={list} aria-label={t('list')}>
      {messages.map((message) => (
        <li key={message.id} className="border-b border-line last:border-b-0">
          <Message message={message} />
        </li>
      ))}
    </ul>
  )
}

function Message({ message }: { message: ContactMessage }) {
  const t = useText(adminContactText)
  const { name, email, subject, message: text, created_at: at, answered_by: answeredBy } = message
  return (
    <details className="group">
      <summary className="row-link grid list-none gap-x-4 px-4 py-2 hover:bg-sunken wide:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_auto] wide:items-center">
        <bdi className="truncate text-14 text-ink-2">{name}</bdi>
        <bdi className="truncate text-15 font-semibold">{subject}</bdi>
        <span className="text-13 text-ink-3">
          <RelativeTime date={at} />
        </span>
      </summary>
      <div className="grid gap-4 border-t border-dashed border-line px-4 py-4">
        <p className="text-14 text-ink-2">
          <bdi>{name}</bdi> · <bdi className="figures">{email}</bdi>
        </p>
        <p className="max-w-column whitespace-pre-line wrap-anywhere">{text}</p>
        <div className="flex flex-wrap items-center gap-3">
          <a
            href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            {t('reply')}
          </a>
          {message.answered_at === null ? (
            <NoteButton id={message.id} />
          ) : (
            <p className="text-14 text-ink-3">{t('answeredBy', { name: answeredBy ?? '' })}</p>
          )}
        </div>
      </div>
    </details>
  )
}

function NoteButton({ id }: { id: number }) {
  const t = useText(adminContactText)
  const [isBusy, setIsBusy] = useState(false)
  async function note(): Promise<void> {
    setIsBusy(true)
    try {
      await call(answerContactMessage, { params: { id } })
      toast('success', t('noted'))
      await reread(listContactMessages, getAttention)
    } catch (error) {
      toast('error', messageOf(error, t('noteFailed')))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button size="small" isBusy={isBusy} onClick={() => void note()}>
      {t('note')}
    </Button>
  )
}
