import { readFailedEmails } from '#contract/messaging/failed-emails.ts'
import { listFailedJobs } from '#contract/operations/job-failures.ts'
import { failuresText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { joined, queryOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { byCursor, loadList, makeList, textCursor } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { SelectionBar } from '#web/ui/list/selection-bar.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Route } from './+types/failures-page.ts'
import { FailedJobsTable } from './failed-jobs-table.tsx'
import { columnsOf } from './failed-emails-columns.tsx'
import { useSendAgain } from './use-send-again.ts'

/** Further jobs appear when these are retried. */
const jobsMax = 100

const list = makeList({
  text: failuresText,
  words: (t) => ({
    title: t('title'),
    lead: t('lead'),
    table: t('list'),
    noneFound: t('none'),
    failed: t('loadFailed'),
  }),
  read: () => ({}),
  paging: byCursor(25, textCursor),
  ask: (query) =>
    joined(
      {
        emails: queryOf(readFailedEmails, { query }),
        failed: queryOf(listFailedJobs, { query: { limit: jobsMax } }),
      },
      ({ emails, failed: { jobs } }) => ({ ...emails, jobs }),
    ),
  rowsOf: ({ emails }) => emails,
  rowKey: ({ id }) => id,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, failuresText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function FailuresPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(failuresText)
  const { send, busy } = useSendAgain()
  const { jobs } = data
  return (
    <ListPage
      list={list}
      data={data}
      columns={columnsOf(t, { busy, onSend: (one) => void send([one]) })}
      rowName={({ kind, receiver }) => `${t(kind)}, ${receiver}`}
      isCompact
      aside={<Settings />}
      filters={<SectionHeading>{t('emails')}</SectionHeading>}
      renderBulk={(selection, emails) => (
        <SelectionBar selection={selection}>
          <Button
            size="small"
            isBusy={busy.size > 0}
            onClick={() =>
              void send(emails.filter(({ id }) => selection.chosen.has(id))).then(selection.clear)
            }
          >
            {t('sendAgain')}
          </Button>
        </SelectionBar>
      )}
    >
      <SectionHeading>{t('jobs')}</SectionHeading>
      <Card isFlush>
        {jobs.length === 0 ? <EmptyState message={t('noJobs')} /> : <FailedJobsTable jobs={jobs} />}
      </Card>
    </ListPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function Settings() {
  const t = useText(failuresText)
  return (
    <LinkButton tone="secondary" size="small" to="/admin/settings/mail">
      {t('settings')}
    </LinkButton>
  )
}

function SectionHeading({ children }: { children: string }) {
  return <h2 className="mt-2 text-17 font-semibold">{children}</h2>
}
