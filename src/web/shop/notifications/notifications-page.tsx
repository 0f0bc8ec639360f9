import type { ReactNode } from 'react'
import { limits } from '#contract/base/limits.ts'
import { listNotifications, UNREAD_COUNTED_MAX } from '#contract/messaging/notifications.ts'
import { notificationsText } from '#web/parts/notifications/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { byLastId, loadList, makeList } from '#web/ui/list/list.ts'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import type { Route } from './+types/notifications-page.ts'
import { NotificationRow } from '#web/parts/notifications/notification-row.tsx'
import { markRead } from '#web/parts/notifications/read-marks.ts'
import { useUnreadCount } from '#web/parts/notifications/unread-count.ts'

const perPage = limits.notificationsPerPage

/** What arrives meanwhile moves no page. */
const list = makeList({
  text: notificationsText,
  words: (t) => ({
    title: t('title'),
    table: t('list'),
    noneFound: t('emptyOlder'),
    empty: t('empty'),
    failed: t('failed'),
  }),
  read: () => ({}),
  paging: byLastId(perPage),
  ask: (query) => queryOf(listNotifications, { query }),
  rowsOf: (answer) => answer.slice(0, perPage),
  rowKey: ({ id }) => id,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, notificationsText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(notificationsText)
  return (
    <Column>
      <ListPage
        list={list}
        data={data}
        lead={<Unread />}
        aside={<MarkAll />}
        renderRows={(rows) => (
          <ul aria-label={t('list')}>
            {rows.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} hasMark />
            ))}
          </ul>
        )}
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
  return sayUnread(useText(notificationsText), useUnreadCount())
}

/** Nothing is said of what is not known; its line is kept. */
function sayUnread(t: Say<typeof notificationsText>, count: number | undefined): string {
  if (count === undefined) return '\u00a0'
  if (count === 0) return t('allRead')
  return count >= UNREAD_COUNTED_MAX ? t('unreadMany', { count }) : t('unreadCount', { count })
}
