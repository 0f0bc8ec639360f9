import type { ReactNode } from 'react'
import { countAnnouncementReaders } from '#contract/messaging/announcements.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminAnnouncementsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import type { Route } from './+types/new-announcement-page.ts'
import { AnnouncementForm } from './announcement-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminAnnouncementsText)('newTitle'))

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(countAnnouncementReaders, undefined, { signal: request.signal })
}

/** `?kind=` is the selected kind; its recipients are counted when the page opens. */
export function shouldRevalidate() {
  return false
}

export default function AdminNewAnnouncementPage({ loaderData }: Route.ComponentProps) {
  return (
    <Frame>
      <AnnouncementForm readers={loaderData.readers} hasMailServer={loaderData.has_mail_server} />
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
      <PageHeading lead={t('newLead')} back={{ to: '/admin/announcements', label: t('back') }}>
        {t('newTitle')}
      </PageHeading>
      {children}
    </div>
  )
}
