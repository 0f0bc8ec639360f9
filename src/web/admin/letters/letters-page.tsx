import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { listGivenUpLetters } from '#contract/messaging/failed-emails.ts'
import { listFailedJobs } from '#contract/operations/job-failures.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminLettersText } from '#web/messages/admin-letters.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { SelectionBar } from '#web/ui/list/selection-bar.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { useSelection } from '#web/ui/list/table-selection.tsx'
import type { Route } from './+types/letters-page.ts'
import { FailedJobsTable } from './failed-jobs-table.tsx'
import { LettersTable } from './letters-table.tsx'
import { useSendAgain } from './use-send-again.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminLettersText)('title'))

const rowsPerPage = 25
/** The next ones appear as these are tried again. */
const jobsMax = 100

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const cursor = /^[\w-]{1,100}$/.exec(new URL(request.url).searchParams.get('cursor') ?? '')?.[0]
  const { signal } = request
  const [emails, { jobs }] = await Promise.all([
    call(listGivenUpLetters, { query: { cursor, limit: rowsPerPage } }, { signal }),
    call(listFailedJobs, { query: { limit: jobsMax } }, { signal }),
  ])
  return { ...emails, jobs }
}

export function HydrateFallback() {
  const t = useText(adminLettersText)
  return (
    <Frame>
      <Card isFlush>
        <SkeletonRows rows={6} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function AdminLettersPage({
  loaderData: { letters, next_cursor: nextCursor, jobs },
}: Route.ComponentProps) {
  const t = useText(adminLettersText)
  const isLoading = useNavigation().location?.pathname === '/admin/letters'
  const { send, busy } = useSendAgain()
  const selection = useSelection(letters.map(({ id }) => id))
  const chosen = letters.filter(({ id }) => selection.chosen.has(id))
  return (
    <Frame>
      <SectionHeading>{t('emails')}</SectionHeading>
      <ListCard isLoading={isLoading}>
        {letters.length === 0 ? (
          <EmptyState message={t('none')} />
        ) : (
          <LettersTable
            letters={letters}
            selection={selection}
            busy={busy}
            onSend={(one) => void send([one])}
          />
        )}
        <SelectionBar selection={selection}>
          <Button size="small" isBusy={busy.size > 0} onClick={() => void send(chosen).then(selection.clear)}>
            {t('sendAgain')}
          </Button>
        </SelectionBar>
      </ListCard>
      <OlderPages nextCursor={nextCursor} />
      <SectionHeading>{t('jobs')}</SectionHeading>
      <Card isFlush>
        {jobs.length === 0 ? <EmptyState message={t('noJobs')} /> : <FailedJobsTable jobs={jobs} />}
      </Card>
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminLettersText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(adminLettersText)
  const aside = (
    <LinkButton tone="secondary" size="small" to="/admin/settings/mail">
      {t('settings')}
    </LinkButton>
  )
  return (
    <div className="grid gap-5">
      <PageHeading lead={t('lead')} aside={aside}>
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}

function SectionHeading({ children }: { children: string }) {
  return <h2 className="mt-2 text-17 font-semibold">{children}</h2>
}
