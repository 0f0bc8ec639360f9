import { Popover } from '@base-ui/react/popover'
import { Bell } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import { notificationsText } from '#web/messages/en/notifications.ts'
import { useText } from '#web/messages/text.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useLiveBalance } from '#web/wallet/use-live-balance.ts'
import { NotificationRow } from './notification-row.tsx'
import { useNotifications } from './use-notifications.ts'

/**
 * The bell in the top bar: how many are unread, the newest five, and a way to have read them all. It stands on every
 * signed-in page, so it also keeps the balance live.
 */
export function NotificationBell() {
  useLiveBalance()
  const { notifications, unreadCount, readOne, readAll } = useNotifications()
  const t = useText(notificationsText)
  const count = unreadCount > 9 ? t('many') : String(unreadCount)
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <IconButton label={unreadCount === 0 ? t('title') : t('openUnread', { count })}>
            <Bell aria-hidden className="size-5" />
            {unreadCount > 0 && (
              <span
                aria-hidden
                className="figures absolute end-1 top-1 grid h-4 min-w-4 place-items-center rounded-full border border-foil-ink bg-foil-soft px-0.5 text-12 leading-none font-bold text-foil-ink"
              >
                {count}
              </span>
            )}
          </IconButton>
        }
      />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} collisionPadding={8} className="z-40">
          <Popover.Popup className="w-[min(22rem,calc(100vw-1rem))] rounded-card border border-line bg-surface shadow-receipt transition-opacity duration-120 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
            <div className="flex min-h-13 items-center justify-between gap-4 border-b border-line ps-4 pe-2">
              <Popover.Title className="text-15 font-bold">{t('title')}</Popover.Title>
              <Button tone="quiet" size="small" isDisabled={unreadCount === 0} onClick={() => void readAll()}>
                {t('markAll')}
              </Button>
            </div>
            {notifications === undefined || notifications.length === 0 ? (
              <p className="px-4 py-7 text-center text-14 text-ink-2">
                {notifications === undefined ? t('loading') : t('none')}
              </p>
            ) : (
              <ul>
                {notifications.slice(0, limits.notificationsShown).map((notification) => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    onRead={() => void readOne(notification.id)}
                  />
                ))}
              </ul>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
