import {
  type Announcement,
  type AnnouncementKind,
  type AnnouncementReaders,
  type AnnouncementStatus,
  stopAnnouncement,
  listAnnouncements,
} from '#contract/messaging/announcements.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminAnnouncementsText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Progress } from '#web/ui/chart/progress.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import type { Column } from '#web/ui/list/table.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { isUnderWay, progressOf } from './reach-of.ts'

type Readers = Record<AnnouncementKind, AnnouncementReaders>
const tones: Readonly<Record<AnnouncementStatus, Tone>> = { sending: 'info', sent: 'ok', stopped: 'neutral' }

type Shown = {
  t: Say<typeof adminAnnouncementsText>
  titleOf: (announcement: Announcement) => string
  readers: Readers
  onStop: (announcement: Announcement) => void
}

/** The announcement, its progress, and a button to stop sending. */
export function columnsOf({ t, titleOf, readers, onStop }: Shown): Column<Announcement>[] {
  return [
    {
      key: 'subject',
      heading: t('subject'),
      narrow: 'whole',
      className: 'max-w-96',
      cell: (one) => (
        <span className="grid py-2 rows:max-w-96">
          <bdi className="font-semibold wrap-anywhere rows:truncate" title={titleOf(one)}>
            {titleOf(one)}
          </bdi>
          <span className="text-13 text-ink-3 rows:truncate">
            {t(one.kind)} · {t('by', { name: one.created_by.name })}
          </span>
        </span>
      ),
    },
    {
      key: 'reached',
      heading: t('reached'),
      narrow: 'second',
      cell: (one) => <Reached announcement={one} readers={readers[one.kind]} title={titleOf(one)} />,
    },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'end',
      cell: ({ status }) => <Badge tone={tones[status]}>{t(status)}</Badge>,
    },
    {
      key: 'when',
      heading: t('when'),
      className: 'whitespace-nowrap text-ink-2',
      cell: ({ created_at: createdAt }) => <RelativeTime date={createdAt} />,
    },
    {
      key: 'actions',
      heading: t('actions'),
      narrow: 'second-end',
      align: 'end',
      cell: (one) =>
        isUnderWay(one) && (
          <Button tone="secondary" size="small" onClick={() => onStop(one)}>
            {t('stop')}
          </Button>
        ),
    },
  ]
}

type ReachedProps = { announcement: Announcement; readers: AnnouncementReaders; title: string }

function Reached({ announcement, readers, title }: ReachedProps) {
  const t = useText(adminAnnouncementsText)
  const { number } = useFormat()
  const { by_notification: isNotified, by_email: isWritten, notified, emails } = announcement
  const { done, all } = progressOf(announcement, readers)
  const value = t('progressValue', { done: number(done), all: number(all) })
  return (
    <span className="grid gap-1 py-2 text-13 text-ink-2">
      {isNotified && <span>{t('notified', { count: notified })}</span>}
      {isWritten && (
        <span>
          {emails.queued === 0 && announcement.status === 'sent'
            ? t('noEmails')
            : t('emailsSent', { sent: number(emails.sent), queued: number(emails.queued) })}
        </span>
      )}
      {emails.failed > 0 && <span className="text-bad">{t('failed', { count: emails.failed })}</span>}
      {emails.unwanted > 0 && <span>{t('unwanted', { count: emails.unwanted })}</span>}
      {isUnderWay(announcement) && (
        <Progress
          label={t('progress', { title })}
          share={all === 0 ? undefined : done / all}
          valueText={value}
        />
      )}
    </span>
  )
}

export function Stopping({
  announcement,
  onClose,
}: {
  announcement: Announcement | undefined
  onClose: () => void
}) {
  const t = useText(adminAnnouncementsText)
  if (announcement === undefined) return null
  const stop = async () => {
    await call(stopAnnouncement, { params: { id: announcement.id } })
    toast('success', t('stoppedToast'))
    await reread(listAnnouncements)
  }
  return (
    <Confirm
      isOpen
      onOpenChange={onClose}
      title={t('stopTitle')}
      action={t('stopDo')}
      keep={t('stopKeep')}
      onConfirm={stop}
    >
      {t('stopText')}
    </Confirm>
  )
}
