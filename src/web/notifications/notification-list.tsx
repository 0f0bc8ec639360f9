import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { notificationsText } from '#web/messages/notifications.ts'
import { useText } from '#web/messages/text.ts'
import { Button } from '#web/ui/button.tsx'
import { BellButton } from './bell-button.tsx'
import { NotificationRow } from './notification-row.tsx'
import type { useNotifications } from './use-notifications.ts'

/** The newest five under the bell, open from the start, and a way to have read them all. */
export default function NotificationList({
  notifications,
  unreadCount,
  readOne,
  readAll,
}: ReturnType<typeof useNotifications>) {
  const t = useText(notificationsText)
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger render={<BellButton unreadCount={unreadCount} />} />
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
                    onLeave={() => setIsOpen(false)}
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
