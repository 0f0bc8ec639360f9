import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ListChecks from 'lucide-react/icons/list-checks'
import { useId, useState } from 'react'
import { limits } from '#contract/base/limits.ts'
import {
  listNotifications,
  type MassOrderOutcome,
  type NotificationEntry,
} from '#contract/messaging/notifications.ts'
import { NotificationRow } from '#web/parts/notifications/notification-row.tsx'
import { markRead } from '#web/parts/notifications/read-marks.ts'
import { notificationsText } from '#web/parts/notifications/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { notificationPageText } from './texts.en.ts'

type MassOrderRowProps = { notification: NotificationEntry['notification']; massOrder: MassOrderOutcome }

/** A mass order's notifications as one line, which expands to show them. */
export function MassOrderRow({ notification, massOrder }: MassOrderRowProps) {
  const t = useText(notificationPageText)
  const own = useText(notificationsText)
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const isRead = massOrder.unread === 0
  return (
    <li className="border-b border-line last:border-0">
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex w-full min-w-0 items-start gap-3 px-4 py-3 text-start -outline-offset-2 transition-colors duration-120 hover:bg-sunken"
        >
          <ListChecks aria-hidden className="mt-px size-4.5 shrink-0 text-petrol" />
          <span className="grid min-w-0 flex-1 gap-1">
            <span className={cx('text-14 wrap-anywhere', isRead ? 'text-ink-2' : 'font-semibold')}>
              {!isRead && <span className="sr-only">{own('unread')}: </span>}
              {sayOutcome(t, massOrder)}
            </span>
            <RelativeTime date={notification.created_at} className="text-13 text-ink-3" />
          </span>
          {!isRead && <span aria-hidden className="mt-2 size-2 shrink-0 rounded-full bg-foil" />}
          <ChevronDown
            aria-hidden
            className={cx('mt-px size-4.5 shrink-0 text-ink-3', isOpen && 'rotate-180')}
          />
        </button>
        {!isRead && (
          <IconButton
            label={own('markRead')}
            onClick={() => void markRead({ massOrderId: massOrder.id, unread: massOrder.unread })}
            className="me-2"
          >
            <Check aria-hidden className="size-4.5" />
          </IconButton>
        )}
      </div>
      <div id={listId} hidden={!isOpen} className="border-t border-line bg-sunken">
        {isOpen && <Opened id={massOrder.id} label={sayOutcome(t, massOrder)} />}
      </div>
    </li>
  )
}

/** "Mass order of 40: 38 delivered, 2 canceled": orders without a notification are in progress. */
export function sayOutcome(t: Say<typeof notificationPageText>, outcome: MassOrderOutcome): string {
  const told = [
    ['completed', outcome.completed],
    ['partial', outcome.partial],
    ['canceled', outcome.canceled],
    ['refunded', outcome.refunded],
    ['notDelivered', outcome.failed],
  ] as const
  const ended = told.reduce((sum, [, count]) => sum + count, 0)
  const parts = [...told, ['underWay', Math.max(0, outcome.orders - ended)] as const]
  return t('massOrder', {
    count: outcome.orders,
    outcome: parts
      .filter(([, count]) => count > 0)
      .map(([key, count]) => t(key, { count }))
      .join(', '),
  })
}

function Opened({ id, label }: { id: number; label: string }) {
  const t = useText(notificationPageText)
  const query = queryOf(listNotifications, { query: { mass_order: id, limit: limits.pageSizeMax } })
  const { data, isError } = useQuery(query, queryClient())
  if (data === undefined)
    return (
      <output className="block px-4 py-3 text-14 text-ink-2">
        {t(isError ? 'massFailed' : 'loadingMass')}
      </output>
    )
  return (
    <ul aria-label={label} className="ps-4">
      {data.map((notification) => (
        <NotificationRow key={notification.id} notification={notification} hasMark />
      ))}
    </ul>
  )
}
