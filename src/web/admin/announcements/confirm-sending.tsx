import type {
  AnnouncementKind,
  AnnouncementReaders,
  createAnnouncement,
} from '#contract/messaging/announcements.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { adminAnnouncementsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

type Body = BodyOf<typeof createAnnouncement>

/** Shows how many people will get it, before it is sent. */
export function ConfirmSending({
  body,
  readers,
  hasMailServer,
  onClose,
  onSend,
}: {
  body: Body | undefined
  readers: Record<AnnouncementKind, AnnouncementReaders>
  hasMailServer: boolean
  onClose: () => void
  onSend: (body: Body) => Promise<void>
}) {
  const t = useText(adminAnnouncementsText)
  if (body === undefined) return null
  const { customers, emails } = readers[body.kind]
  return (
    <Confirm
      isOpen
      onOpenChange={onClose}
      tone="primary"
      title={t('confirmTitle', { title: body.texts.en.title })}
      action={t('confirmDo')}
      keep={t('confirmKeep')}
      onConfirm={() => onSend(body)}
    >
      <ul className="grid list-disc gap-1 ps-5">
        {customers === 0 && <li className="text-bad">{t('nobody')}</li>}
        {body.by_notification && <li>{t('confirmCustomers', { count: customers })}</li>}
        {body.by_email && <li>{t('confirmEmails', { count: emails })}</li>}
        {body.by_email && !hasMailServer && <li className="text-bad">{t('noMailServer')}</li>}
        <li>{t('confirmOnce')}</li>
      </ul>
    </Confirm>
  )
}
