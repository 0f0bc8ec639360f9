import { Bell, CircleAlert, CircleCheck, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import type { Notification } from '#contract/notifications.ts'
import { useLanguage } from '#web/language/reader-language.ts'
import { notificationsText } from '#web/messages/notifications.ts'
import { useText } from '#web/messages/text.ts'
import { cx } from '#web/ui/cx.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { sayNotification } from './say-notification.ts'

const looks = {
  payment_success: { Picture: Wallet, ink: 'text-ok' },
  order_completed: { Picture: CircleCheck, ink: 'text-ok' },
  order_failed: { Picture: CircleAlert, ink: 'text-bad' },
  other: { Picture: Bell, ink: 'text-ink-3' },
} satisfies Record<Notification['type'], unknown>

type NotificationRowProps = {
  notification: Notification
  onRead: () => void
  /** It was followed to what it is about. */
  onLeave: () => void
}

/**
 * One notification. The whole row leads to the order or ticket that it is about and has been read then; one about none is
 * the button that marks it as read, and once it is, it keeps the focus and does nothing.
 */
export function NotificationRow({ notification, onRead, onLeave }: NotificationRowProps) {
  const { is_read: isRead } = notification
  const to = placeOf(notification)
  const t = useText(notificationsText)
  const className = cx(
    'flex w-full items-start gap-3 px-4 py-3 text-start transition-colors duration-120 -outline-offset-2',
    isRead && to === undefined ? 'cursor-default' : 'hover:bg-sunken',
  )
  const markRead = () => {
    if (!isRead) onRead()
  }
  return (
    <li className="border-b border-line last:border-0">
      {to === undefined ? (
        <button
          type="button"
          aria-disabled={isRead || undefined}
          title={isRead ? undefined : t('markRead')}
          onClick={markRead}
          className={className}
        >
          <Told notification={notification} />
        </button>
      ) : (
        <Link
          to={to}
          onClick={() => {
            markRead()
            onLeave()
          }}
          className={className}
        >
          <Told notification={notification} />
        </Link>
      )}
    </li>
  )
}

function placeOf({ order_id: orderId, ticket_id: ticketId }: Notification): string | undefined {
  if (orderId !== undefined) return `/orders/${orderId}`
  return ticketId === undefined ? undefined : `/support/tickets/${ticketId}`
}

function Told({ notification }: { notification: Notification }) {
  const { type, is_read: isRead, created_at: createdAt } = notification
  const t = useText(notificationsText)
  const language = useLanguage()
  const { Picture, ink } = looks[type]
  return (
    <>
      <Picture aria-hidden className={cx('mt-px size-4.5 shrink-0', ink)} />
      <span className="grid min-w-0 flex-1 gap-1">
        <span className={cx('text-14 wrap-anywhere', isRead ? 'text-ink-2' : 'font-semibold')}>
          {!isRead && <span className="sr-only">{t('unread')}: </span>}
          {sayNotification(language, notification)}
        </span>
        <RelativeTime date={createdAt} className="text-13 text-ink-3" />
      </span>
      {!isRead && <span aria-hidden className="mt-2 size-2 shrink-0 rounded-full bg-foil" />}
    </>
  )
}
