import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { limits } from '#contract/base/limits.ts'
import { listNotifications, UNREAD_COUNTED_MAX } from '#contract/messaging/notifications.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { notificationsText } from '#web/parts/notifications/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import type { Route } from './+types/notifications-page.ts'
import { NotificationRow } from '#web/parts/notifications/notification-row.tsx'
import { markRead } from '#web/parts/notifications/read-marks.ts'
import { useUnreadCount } from '#web/parts/notifications/unread-count.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, notificationsText)('title'))

export const handle = { isList: true }

/** One more than a page has says whether there are older ones. */
const asked = limits.notificationsPerPage + 1

/** `?cursor=`: the ones older than that; what arrives meanwhile moves no page. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const cursor = /^\d{1,16}$/.exec(new URL(request.url).searchParams.get('cursor') ?? '')?.[0]
  const listed = await load(queryOf(listNotifications, { query: { limit: asked, cursor } }), request.signal)
  return { listed, isNewest: cursor === undefined }
}

export default function NotificationsPage({ loaderData: { listed, isNewest } }: Route.ComponentProps) {
  const list = useLoaded(listed)
  const t = useText(notificationsText)
  const isLoading = useNavigation().location?.pathname === '/notifications'
  const shown = list.slice(0, limits.notificationsPerPage)
  return (
    <Frame>
      <ListCard isLoading={isLoading}>
        {shown.length === 0 ? (
          <Nothing isNewest={isNewest} />
        ) : (
          <ul aria-label={t('list')}>
            {shown.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} hasMark />
            ))}
          </ul>
        )}
      </ListCard>
      <OlderPages nextCursor={list.length > shown.length ? String(shown.at(-1)?.id) : null} />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(notificationsText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('failed')} />
    </Frame>
  )
}

/** How many are unread is said when it is known. */
function Frame({ children }: { children: ReactNode }) {
  const t = useText(notificationsText)
  const unread = useUnreadCount()
  return (
    <div className="grid max-w-column gap-5">
      <PageHeading
        lead={sayUnread(t, unread)}
        aside={
          <Button tone="secondary" isDisabled={unread === 0} onClick={() => void markRead({})}>
            {t('markAll')}
          </Button>
        }
      >
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}

/** Nothing is said of what is not known; its line is kept. */
function sayUnread(t: Say<typeof notificationsText>, count: number | undefined): string {
  if (count === undefined) return '\u00a0'
  if (count === 0) return t('allRead')
  return count >= UNREAD_COUNTED_MAX ? t('unreadMany', { count }) : t('unreadCount', { count })
}

function Nothing({ isNewest }: { isNewest: boolean }) {
  const t = useText(notificationsText)
  if (!isNewest) return <EmptyState message={t('emptyOlder')} />
  return (
    <EmptyState message={t('empty')}>
      <LinkButton to="/new-order">{t('newOrder')}</LinkButton>
    </EmptyState>
  )
}
