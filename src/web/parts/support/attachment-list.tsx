import Paperclip from 'lucide-react/icons/paperclip'
import { getAttachment, type TicketMessage } from '#contract/support/tickets.ts'
import { downloadFile } from '#web/platform/api/download-file.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { supportText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

type AttachmentListProps = { ticketId: number; attachments: TicketMessage['attachments'] }

/** Files are always saved, never opened. */
export function AttachmentList({ ticketId, attachments }: AttachmentListProps) {
  const t = useText(supportText)
  const format = useFormat()
  if (attachments.length === 0) return null
  async function save(id: number, name: string): Promise<void> {
    const path = getAttachment.path.replace(':id', String(ticketId)).replace(':attachment_id', String(id))
    try {
      await downloadFile(path, name)
    } catch (error) {
      report(error)
      toast('error', t('saveFailed'))
    }
  }
  return (
    <ul aria-label={t('files')} className="flex flex-wrap gap-2">
      {attachments.map(({ id, name, bytes }) => (
        <li key={id} className="min-w-0">
          <button
            type="button"
            aria-label={t('save', { name, size: format.bytes(bytes) })}
            onClick={() => void save(id, name)}
            className="flex min-h-9 max-w-full items-center gap-2 rounded-control border border-line-strong bg-surface px-3 text-14 hover:bg-sunken max-wide:min-h-11"
          >
            <Paperclip aria-hidden className="size-4 shrink-0 text-ink-3" />
            <bdi className="truncate">{name}</bdi>
            <span className="figures shrink-0 text-13 text-ink-3">{format.bytes(bytes)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
