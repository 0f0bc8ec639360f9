import { useState } from 'react'
import type { Language } from '#contract/base/languages.ts'
import { type FailedJob, retryFailedJob, listFailedJobs } from '#contract/operations/job-failures.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { failuresText } from './texts.en.ts'
import { sayFault } from '#web/platform/i18n/say-fault.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

export function FailedJobsTable({ jobs }: { jobs: readonly FailedJob[] }) {
  const t = useText(failuresText)
  const language = useLanguage()
  const { retry, busyId } = useRetry()
  return (
    <Table
      caption={t('jobsList')}
      columns={columnsOf(t, { language, busyId, onRetry: (one) => void retry(one) })}
      rows={jobs}
      rowKey={({ id }) => id}
      rowName={({ job, item }) => t(job, { item })}
    />
  )
}

type Acts = { language: Language; busyId: string | undefined; onRetry: (job: FailedJob) => void }

function columnsOf(t: Say<typeof failuresText>, { language, busyId, onRetry }: Acts): Column<FailedJob>[] {
  return [
    {
      key: 'job',
      heading: t('job'),
      narrow: 'first',
      cell: (one) => <span className="font-semibold">{t(one.job, { item: one.item })}</span>,
    },
    {
      key: 'why',
      heading: t('why'),
      narrow: 'second',
      cell: ({ reason }) => (
        <span className="block py-1 text-13 wrap-anywhere text-ink-2 first-letter:uppercase">
          {reason === null ? t('unknownReason') : sayFault(language, reason)}
        </span>
      ),
    },
    {
      key: 'when',
      heading: t('when'),
      cell: ({ failed_at: date, tries }) => (
        <span className="whitespace-nowrap text-13 text-ink-3">
          <RelativeTime date={date} /> · {t('tries', { count: tries })}
        </span>
      ),
    },
    {
      key: 'actions',
      heading: t('actions'),
      align: 'end',
      narrow: 'end',
      cell: (one) => (
        <Button
          tone="secondary"
          size="small"
          aria-label={t('retryOf', { job: t(one.job, { item: one.item }) })}
          isBusy={busyId === one.id}
          onClick={() => onRetry(one)}
        >
          {t('retry')}
        </Button>
      ),
    },
  ]
}

/** Queues a failed job again, once even if clicked repeatedly. */
function useRetry() {
  const t = useText(failuresText)
  const [busyId, setBusyId] = useState<string>()
  async function retry({ id, failed_at }: FailedJob): Promise<void> {
    if (busyId !== undefined) return
    setBusyId(id)
    try {
      await call(retryFailedJob, { params: { id }, body: { failed_at } })
      toast('success', t('retried'))
    } catch (error) {
      toast('error', messageOf(error, t('retryFailed')))
    }
    await reread(listFailedJobs)
    setBusyId(undefined)
  }
  return { retry, busyId }
}
