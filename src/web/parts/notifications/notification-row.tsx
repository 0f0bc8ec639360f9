import Bell from 'lucide-react/icons/bell'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Megaphone from 'lucide-react/icons/megaphone'
import Wallet from 'lucide-react/icons/wallet'
import { Link } from '#web/platform/page/link.tsx'
import type { Notification } from '#contract/messaging/notifications.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { notificationsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { placeFromAfar, placeOf } from './place-of.ts'
import { markRead } from './read-marks.ts'
import { sayNotification, textOf } from './say-notification.ts'

const looks = {
  payment_success: { Picture: Wallet, ink: 'text-ok' },
  order_completed: { Picture: CircleCheck, ink: 'text-ok' },
  order_failed: { Picture: CircleAlert, ink: 'text-bad' },
  other: { Picture: Bell, ink: 'text-ink-3' },
} satisfies Record<Notification['type'], unknown>

const announced = { Picture: Megaphone, ink: 'text-petrol' }

type NotificationRowProps = {
  notification: Notification
  /** On the notifications page: with a button that marks it as read and stays visible, and with the full text. */
  hasMark?: boolean
  /** Called when its link was followed. */
  onLeave?: () => void
}

/**
 * One notification. The whole row links to what it is about, and following it marks it as read; without a page it is a
 * button that marks it as read and, once it is, keeps the focus and does nothing.
 */
export function NotificationRow({ notification, hasMark = false, onLeave }: NotificationRowProps) {
  const { id, is_read: isRead, mass_order_id: massOrderId } = notification
  const t = useText(notificationsText)
  const place = hasMark ? placeOf(notification) : placeFromAfar(notification)
  const className = cx(
    'flex w-full min-w-0 items-start gap-3 px-4 py-3 text-start transition-colors duration-120 -outline-offset-2',
    isRead && place === undefined ? 'cursor-default' : 'hover:bg-sunken',
  )
  const mark = () => {
    if (!isRead) void markRead({ id, massOrderId })
  }
  if (place === undefined)
    return (
      <li className="border-b border-line last:border-0">
        <button
          type="button"
          aria-disabled={isRead || undefined}
          title={isRead ? undefined : t('markRead')}
          onClick={mark}
          className={className}
        >
          <Told notification={notification} isBrief={!hasMark} />
        </button>
      </li>
    )
  return (
    <li className="flex items-center border-b border-line last:border-0">
      <Link
        to={place}
        onClick={() => {
          mark()
          onLeave?.()
        }}
        className={className}
      >
        <Told notification={notification} isBrief={!hasMark} />
      </Link>
      {hasMark && !isRead && (
        <IconButton label={t('markRead')} onClick={mark} className="me-2">
          <Check aria-hidden className="size-4.5" />
        </IconButton>
      )}
    </li>
  )
}

function Told({ notification, isBrief }: { notification: Notification; isBrief: boolean }) {
  const { type, is_read: isRead, created_at: createdAt } = notification
  const text = textOf(notification)
  const t = useText(notificationsText)
  const language = useLanguage()
  const { Picture, ink } = text === undefined ? looks[type] : announced
  return (
    <>
      <Picture aria-hidden className={cx('mt-px size-4.5 shrink-0', ink)} />
      <span className="grid min-w-0 flex-1 gap-1">
        <span className={cx('text-14 wrap-anywhere', isRead ? 'text-ink-2' : 'font-semibold')}>
          {!isRead && <span className="sr-only">{t('unread')}: </span>}
          {sayNotification(language, notification)}
        </span>
        {text !== undefined && (
          <span
            className={cx('text-14 wrap-anywhere whitespace-pre-line text-ink-2', isBrief && 'line-clamp-2')}
          >
            {text}
          </span>
        )}
        <RelativeTime date={createdAt} className="text-13 text-ink-3" />
      </span>
      {!isRead && <span aria-hidden className="mt-2 size-2 shrink-0 rounded-full bg-foil" />}
    </>
  )
}
