import { useEffect, useEffectEvent, useState } from 'react'
import {
  type Announcement,
  countAnnouncementReaders,
  listAnnouncements,
  textFor,
} from '#contract/messaging/announcements.ts'
import { adminAnnouncementsText } from './texts.en.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { joined, queryOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { byCursor, loadList, makeList } from '#web/ui/list/list.ts'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { LinkButton } from '#web/ui/page/button.tsx'
import type { Route } from './+types/announcements-page.ts'
import { columnsOf, Stopping } from './announcements-columns.tsx'
import { isUnderWay } from './reach-of.ts'

const list = makeList({
  text: adminAnnouncementsText,
  words: (t) => ({
    title: t('title'),
    lead: t('lead'),
    table: t('list'),
    noneFound: t('empty'),
    failed: t('loadFailed'),
  }),
  read: () => ({}),
  paging: byCursor(20),
  ask: (query) =>
    joined(
      { listed: queryOf(listAnnouncements, { query }), counted: queryOf(countAnnouncementReaders) },
      ({ listed, counted: { readers, has_mail_server: hasMailServer } }) => ({
        ...listed,
        readers,
        hasMailServer,
      }),
    ),
  rowsOf: ({ announcements }) => announcements,
  rowKey: ({ id }) => id,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminAnnouncementsText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminAnnouncementsPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const { announcements, readers, hasMailServer } = data
  const t = useText(adminAnnouncementsText)
  const language = useLanguage()
  const [stopping, setStopping] = useState<Announcement>()
  const titleOf = ({ texts }: Announcement) => textFor(texts, language).title
  const open = announcements.filter(isUnderWay)
  useProgress(open.length > 0)
  return (
    <ListPage
      list={list}
      data={data}
      columns={columnsOf({ t, titleOf, readers, onStop: setStopping })}
      aside={<Write isSmall />}
      filters={!hasMailServer && open.some((one) => one.by_email) && <Alert>{t('noMailServer')}</Alert>}
      none={
        <NoneFound list={list}>
          <Write />
        </NoneFound>
      }
    >
      <Stopping announcement={stopping} onClose={() => setStopping(undefined)} />
    </ListPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function Write({ isSmall = false }: { isSmall?: boolean }) {
  const t = useText(adminAnnouncementsText)
  return (
    <LinkButton to="/admin/announcements/new" size={isSmall ? 'small' : 'normal'}>
      {t('write')}
    </LinkButton>
  )
}

const lookAgainMilliseconds = 2_000

/** Announcements being sent are polled while the page is visible. */
function useProgress(isOpen: boolean): void {
  const onTimer = useEffectEvent(() => rereadSoon(listAnnouncements, countAnnouncementReaders))
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) onTimer()
    }, lookAgainMilliseconds)
    return () => clearInterval(timer)
  }, [isOpen])
}
