import { Popover } from '@base-ui/react/popover'
import { Link } from '#web/platform/page/link.tsx'
import { notificationsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button, buttonClass } from '#web/ui/page/button.tsx'
import { useOpenHere } from '#web/ui/dialog/use-open-here.ts'
import { BellButton } from './bell-button.tsx'
import { NotificationRow } from './notification-row.tsx'
import { markRead } from './read-marks.ts'
import type { useNotifications } from './use-notifications.ts'

/** The newest five below the bell, initially open, with a button to mark all as read and a link to all. */
export default function NotificationMenu({
  notifications,
  unreadCount,
}: ReturnType<typeof useNotifications>) {
  const t = useText(notificationsText)
  const [isOpen, setIsOpen] = useOpenHere(true)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger render={<BellButton unreadCount={unreadCount} />} />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} collisionPadding={8} className="z-40">
          <Popover.Popup className="w-[min(22rem,calc(100vw-1rem))] rounded-card border border-line bg-surface shadow-receipt transition-opacity duration-120 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
            <div className="flex min-h-13 items-center justify-between gap-4 border-b border-line ps-4 pe-2">
              <Popover.Title className="text-15 font-bold">{t('title')}</Popover.Title>
              <Button
                tone="quiet"
                size="small"
                isDisabled={unreadCount === 0}
                onClick={() => void markRead({})}
              >
                {t('markAll')}
              </Button>
            </div>
            {notifications === undefined || notifications.length === 0 ? (
              <p className="px-4 py-7 text-center text-14 text-ink-2">
                {notifications === undefined ? t('loading') : t('none')}
              </p>
            ) : (
              <ul>
                {notifications.map((notification) => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    onLeave={() => setIsOpen(false)}
                  />
                ))}
              </ul>
            )}
            <div className="border-t border-line p-1">
              <Link
                to="/notifications"
                onClick={() => setIsOpen(false)}
                className={buttonClass({ tone: 'quiet', size: 'small', isWide: true })}
              >
                {t('seeAll')}
              </Link>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
