import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { countAnnouncementReaders, listAnnouncements } from '#contract/messaging/announcements.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useReread } from '#web/platform/live/use-reread.ts'
import { adminAnnouncementsText } from '#web/messages/admin-announcements.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/announcements-page.ts'
import { AnnouncementsTable } from './announcements-table.tsx'
import { isUnderWay } from './reach-of.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminAnnouncementsText)('title'))

const PER_PAGE = 20

/** `?cursor=`: the ones older than that. */
export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const cursor = /^\d{1,10}$/.exec(new URL(url).searchParams.get('cursor') ?? '')?.[0]
  const [{ announcements, next_cursor: next }, { readers, has_mail_server: hasMailServer }] =
    await Promise.all([
      call(listAnnouncements, { query: { limit: PER_PAGE, cursor } }, { signal }),
      call(countAnnouncementReaders, undefined, { signal }),
    ])
  return { announcements, next, readers, hasMailServer }
}

export function HydrateFallback() {
  const t = useText(adminAnnouncementsText)
  return (
    <Frame>
      <Card isFlush>
        <SkeletonRows rows={6} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function AdminAnnouncementsPage({ loaderData }: Route.ComponentProps) {
  const { announcements, next, readers, hasMailServer } = loaderData
  const t = useText(adminAnnouncementsText)
  const open = announcements.filter(isUnderWay)
  useProgress(open.length > 0)
  return (
    <Frame>
      {!hasMailServer && open.some((one) => one.by_letter) && <Alert>{t('noMailServer')}</Alert>}
      <Card isFlush>
        {announcements.length === 0 ? (
          <EmptyState message={t('empty')}>
            <LinkButton to="/admin/announcements/new">{t('write')}</LinkButton>
          </EmptyState>
        ) : (
          <AnnouncementsTable announcements={announcements} readers={readers} />
        )}
      </Card>
      <OlderPages nextCursor={next} />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminAnnouncementsText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(adminAnnouncementsText)
  return (
    <div className="grid gap-5">
      <PageHeading
        lead={t('lead')}
        aside={
          <LinkButton size="small" to="/admin/announcements/new">
            {t('write')}
          </LinkButton>
        }
      >
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}

const lookAgainMilliseconds = 2_000

/** What is under way is looked at again, as long as somebody looks at it. */
function useProgress(isOpen: boolean): void {
  const onTimer = useEffectEvent(useReread())
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) onTimer()
    }, lookAgainMilliseconds)
    return () => clearInterval(timer)
  }, [isOpen])
}
