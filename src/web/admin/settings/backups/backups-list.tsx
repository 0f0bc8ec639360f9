import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { Language } from '#contract/base/languages.ts'
import { type Backup, checkBackup, listBackups, makeBackup } from '#contract/operations/backups.ts'
import { adminBackupsText } from '#web/admin/settings/texts.en.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { sayFault } from '#web/platform/i18n/say-fault.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { reread, rereadSoon } from '#web/platform/query/reread.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Badge, Chip, type Tone } from '#web/ui/text/badge.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

type Found = AnswerOf<typeof listBackups>

const busyMilliseconds = 3_000
const idleMilliseconds = 15_000

/** The backups, newest first, refreshed while the page is open. */
export function BackupsList({ found, isOn }: { found: Found; isOn: boolean }) {
  const t = useText(adminBackupsText)
  const language = useLanguage()
  const format = useFormat()
  const { backups } = found
  const isBusy = backups.some(
    ({ state, check }) => state === 'queued' || state === 'running' || check !== null,
  )
  useFresh(isBusy ? busyMilliseconds : idleMilliseconds)
  const { act, acting } = useActs()
  const newest = backups.find(({ state }) => state === 'done')
  const isMaking = backups.some(({ state }) => state === 'queued' || state === 'running')
  return (
    <CardSection
      title={t('made')}
      aside={
        isOn && (
          <Button
            tone="secondary"
            size="small"
            isBusy={acting === 0}
            isDisabled={isMaking}
            onClick={() =>
              void act(0, () => call(makeBackup, { body: {} }), {
                done: t('begun'),
                failed: t('beginFailed'),
              })
            }
          >
            {t('backUpNow')}
          </Button>
        )
      }
    >
      {found.is_late && (
        <div className="px-5 pt-4 max-wide:px-4">
          <Alert tone="bad">{t('isLate')}</Alert>
        </div>
      )}
      {backups.length === 0 ? (
        <EmptyState message={t('none')} />
      ) : (
        <Table
          caption={t('list')}
          columns={columnsOf(t, {
            language,
            sizeOf: format.bytes,
            timeOf: (date) => format.dateTime(date, 'medium'),
            acting,
            onCheck: ({ id }) =>
              void act(id, () => call(checkBackup, { params: { id }, body: {} }), {
                done: t('checkBegun'),
                failed: t('checkFailed'),
              }),
          })}
          rows={backups}
          rowKey={({ id }) => id}
        />
      )}
      {(found.next_at !== null || newest !== undefined) && (
        <div className="grid gap-1 border-t border-line px-5 py-3 text-13 text-ink-3 max-wide:px-4">
          {found.next_at !== null && <p>{t('next', { time: format.dateTime(found.next_at, 'medium') })}</p>}
          {newest !== undefined && (
            <p className="wrap-anywhere">
              {t('newest', { file: `${newest.place ?? ''}/${newest.name ?? ''}` })}
            </p>
          )}
        </div>
      )}
    </CardSection>
  )
}

type Parts = {
  language: Language
  sizeOf: (bytes: number) => string
  timeOf: (date: Date) => string
  acting: number | undefined
  onCheck: (one: Backup) => void
}

const tones: Record<Backup['state'], Tone> = { queued: 'neutral', running: 'info', done: 'ok', failed: 'bad' }
const verdictTones: Record<NonNullable<Backup['verdict']>, Tone> = {
  good: 'ok',
  findings: 'bad',
  damaged: 'bad',
  unknown: 'foil',
}

function columnsOf(
  t: Say<typeof adminBackupsText>,
  { language, sizeOf, timeOf, acting, onCheck }: Parts,
): Column<Backup>[] {
  return [
    {
      key: 'when',
      heading: t('when'),
      narrow: 'first',
      cell: (one) => (
        <span className="grid gap-0.5 py-1">
          <span className="font-semibold whitespace-nowrap">
            <RelativeTime date={one.finished_at ?? one.created_at} />
          </span>
          <span className="text-13 text-ink-3">{t(one.kind)}</span>
        </span>
      ),
    },
    {
      key: 'size',
      heading: t('size'),
      narrow: 'second',
      cell: (one) => (
        <span className="flex flex-wrap items-center gap-2 text-13 text-ink-2">
          {sizeIn(one)}
          {one.is_sealed && <Chip>{t('sealed')}</Chip>}
        </span>
      ),
    },
    {
      key: 'state',
      heading: t('state'),
      narrow: 'end',
      cell: (one) => (
        <span className="grid justify-items-start gap-1 py-1 cards:justify-items-end">
          <Badge tone={tones[one.state]}>{t(one.state)}</Badge>
          <Why fault={one.reason} />
        </span>
      ),
    },
    {
      key: 'verdict',
      heading: t('verdict'),
      align: 'end',
      narrow: 'second-end',
      cell: (one) =>
        one.state === 'done' && (
          <span className="flex flex-wrap items-center justify-end gap-2 py-1">
            <Verdict {...one} />
            {one.kind !== 'command' && (
              <Button
                tone="secondary"
                size="small"
                aria-label={t('checkOf', { time: timeOf(one.finished_at ?? one.created_at) })}
                isBusy={acting === one.id}
                isDisabled={one.check !== null}
                onClick={() => onCheck(one)}
              >
                {t('checkNow')}
              </Button>
            )}
          </span>
        ),
    },
  ]

  function sizeIn({ state, bytes }: Backup): string {
    if (state === 'running') return t('soFar', { size: sizeOf(bytes) })
    return state === 'done' && bytes > 0 ? sizeOf(bytes) : '–'
  }

  function Verdict({ check, verdict, verdict_reason: reason }: Backup) {
    if (check !== null) return <Badge tone="info">{t(check === 'running' ? 'checking' : 'queued')}</Badge>
    if (verdict === null) return <span className="text-13 text-ink-3">{t('unchecked')}</span>
    return (
      <span className="grid justify-items-start gap-1 py-1">
        <Badge tone={verdictTones[verdict]}>{t(verdict)}</Badge>
        <Why fault={reason} />
      </span>
    )
  }

  function Why({ fault }: { fault: Backup['reason'] }) {
    return (
      fault !== null && (
        <span className="block text-13 wrap-anywhere text-ink-2 first-letter:uppercase">
          {sayFault(language, fault)}
        </span>
      )
    )
  }
}

function useFresh(milliseconds: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) rereadSoon(listBackups)
    }, milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds])
}

/** One at a time; 0 is a new backup. */
function useActs() {
  const [acting, setActing] = useState<number>()
  async function act(id: number, work: () => Promise<unknown>, says: { done: string; failed: string }) {
    if (acting !== undefined) return
    setActing(id)
    try {
      await work()
      toast('success', says.done)
    } catch (error) {
      toast('error', messageOf(error, says.failed))
    }
    await reread(listBackups)
    setActing(undefined)
  }
  return { act, acting }
}
