import { type ReactNode, useId } from 'react'
import { limits } from '#contract/base/limits.ts'
import {
  listNotificationEntries,
  type NotificationEntry,
  UNREAD_COUNTED_MAX,
} from '#contract/messaging/notifications.ts'
import { notificationsText } from '#web/parts/notifications/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { byCursor, loadList, makeList } from '#web/ui/list/list.ts'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { useNow } from '#web/ui/text/relative-time.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import type { Route } from './+types/notifications-page.ts'
import { type Day, daysBetween, groupByDay } from './group-by-day.ts'
import { MassOrderRow } from './mass-order-row.tsx'
import { filterIn, NotificationFilters } from './notification-filters.tsx'
import { notificationPageText } from './texts.en.ts'
import { NotificationRow } from '#web/parts/notifications/notification-row.tsx'
import { markRead } from '#web/parts/notifications/read-marks.ts'
import { useUnreadCount } from '#web/parts/notifications/unread-count.ts'

/** What arrives meanwhile moves no page but the newest. */
const list = makeList({
  text: notificationPageText,
  words: (t) => ({
    title: t('title'),
    table: t('list'),
    noneFound: t('noneFound'),
    empty: t('empty'),
    failed: t('failed'),
  }),
  read: filterIn,
  paging: byCursor(limits.notificationsPerPage),
  ask: (query) => queryOf(listNotificationEntries, { query }),
  rowsOf: ({ entries }) => entries,
  rowKey: ({ notification: { id } }) => id,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, notificationPageText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(notificationPageText)
  return (
    <Column>
      <ListPage
        list={list}
        data={data}
        lead={<Unread />}
        aside={<MarkAll />}
        filters={<NotificationFilters />}
        renderRows={(rows) => <Days rows={rows} />}
        none={
          <NoneFound list={list}>
            <LinkButton to="/new-order">{t('newOrder')}</LinkButton>
          </NoneFound>
        }
      />
    </Column>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Column>
      <ListFailed list={list} error={error} />
    </Column>
  )
}

/** By days, each with its heading; a mass order is one row in the day of its newest notification. */
function Days({ rows }: { rows: readonly NotificationEntry[] }) {
  const t = useText(notificationPageText)
  return (
    <section aria-label={t('list')}>
      {groupByDay(rows, ({ notification }) => notification.created_at).map((day) => (
        <DayRows key={day.date.toDateString()} {...day} />
      ))}
    </section>
  )
}

function DayRows({ date, rows }: Day<NotificationEntry>) {
  const t = useText(notificationPageText)
  const format = useFormat()
  const id = useId()
  const ago = daysBetween(useNow(), date)
  return (
    <section className="border-t border-line first:border-0">
      <h2 id={id} className="bg-sunken px-4 py-2 text-13 font-bold text-ink-2">
        {ago === 0 ? t('today') : ago === 1 ? t('yesterday') : format.date(date)}
      </h2>
      <ul aria-labelledby={id}>
        {rows.map(({ notification, mass_order: massOrder }) =>
          massOrder === null ? (
            <NotificationRow key={notification.id} notification={notification} hasMark />
          ) : (
            <MassOrderRow key={`mass-${massOrder.id}`} notification={notification} massOrder={massOrder} />
          ),
        )}
      </ul>
    </section>
  )
}

/** They are sentences, and no wider than these. */
function Column({ children }: { children: ReactNode }) {
  return <div className="max-w-column">{children}</div>
}

function MarkAll() {
  const t = useText(notificationsText)
  const unread = useUnreadCount()
  return (
    <Button tone="secondary" isDisabled={unread === 0} onClick={() => void markRead({})}>
      {t('markAll')}
    </Button>
  )
}

function Unread() {
  return sayUnread(useText(notificationPageText), useUnreadCount())
}

/** Nothing is said of what is not known; its line is kept. */
function sayUnread(t: Say<typeof notificationPageText>, count: number | undefined): string {
  if (count === undefined) return '\u00a0'
  if (count === 0) return t('allRead')
  return count >= UNREAD_COUNTED_MAX ? t('unreadMany', { count }) : t('unreadCount', { count })
}
