import type { ReactNode } from 'react'
import { limits } from '#contract/base/limits.ts'
import { listNotificationEntries, UNREAD_COUNTED_MAX } from '#contract/messaging/notifications.ts'
import { notificationsText } from '#web/parts/notifications/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { byCursor, loadList, makeList } from '#web/ui/list/list.ts'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import type { Route } from './+types/notifications-page.ts'
import { Days } from './days.tsx'
import { filterIn, KindFilter, UnreadFilter } from './notification-filters.tsx'
import { notificationPageText } from './texts.en.ts'
import { markRead } from '#web/parts/notifications/read-marks.ts'
import { useUnreadCount } from '#web/parts/notifications/unread-count.ts'

/** Notifications that arrive meanwhile only move the newest page. */
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
        aside={
          <div className="flex flex-wrap items-center gap-2">
            <UnreadFilter />
            <MarkAll />
          </div>
        }
        filters={<KindFilter />}
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

/** Limits the width of the sentences. */
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

/** Empty while unknown; its line is reserved. */
function sayUnread(t: Say<typeof notificationPageText>, count: number | undefined): string {
  if (count === undefined) return '\u00a0'
  if (count === 0) return t('allRead')
  return count >= UNREAD_COUNTED_MAX ? t('unreadMany', { count }) : t('unreadCount', { count })
}
