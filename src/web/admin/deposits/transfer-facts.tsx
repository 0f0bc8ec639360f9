import Paperclip from 'lucide-react/icons/paperclip'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { type AdminTransfer, getTransferFile } from '#contract/payments/admin-transfers.ts'
import { downloadFile } from '#web/platform/api/download-file.ts'
import { report } from '#web/platform/api/report.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminTransfersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

/** The customer's report of the transfer, with a warning if its reference was used before. */
export function TransferFacts({ depositId, transfer }: { depositId: number; transfer: AdminTransfer }) {
  const t = useText(adminTransfersText)
  const { note, reference, sent_at: sentAt, files, refusal, same_reference: same } = transfer
  return (
    <section aria-label={t('transfer')} className="grid gap-4 border-t border-line pt-4 text-14">
      {same !== null && (
        <Alert>
          {t('sameReference')}{' '}
          <Link to={`/admin/deposits/${same}`} className="underline underline-offset-4">
            {t('deposit', { id: String(same) })}
          </Link>
        </Alert>
      )}
      <dl className="grid gap-x-8 gap-y-2 min-[640px]:grid-cols-2">
        <Fact label={t('reference')}>
          {reference === null ? t('notSent') : <Code text={reference} what={t('reference')} />}
        </Fact>
        <Fact label={t('note')}>
          <Code text={note} what={t('note')} />
        </Fact>
        {sentAt !== null && (
          <Fact label={t('sentAt')}>
            <RelativeTime date={sentAt} />
          </Fact>
        )}
        {refusal !== null && <Fact label={t('refusal')}>{refusal}</Fact>}
      </dl>
      {files.length > 0 && <Proofs depositId={depositId} files={files} />}
    </section>
  )
}

/** Files are only downloaded, never opened. */
function Proofs({ depositId, files }: { depositId: number; files: AdminTransfer['files'] }) {
  const t = useText(adminTransfersText)
  const format = useFormat()
  async function save(id: number, name: string): Promise<void> {
    const path = getTransferFile.path.replace(':id', String(depositId)).replace(':attachment_id', String(id))
    try {
      await downloadFile(path, name)
    } catch (error) {
      report(error)
      toast('error', t('saveFailed'))
    }
  }
  return (
    <ul aria-label={t('proofs')} className="flex flex-wrap gap-2">
      {files.map(({ id, name, bytes }) => (
        <li key={id} className="min-w-0">
          <button
            type="button"
            aria-label={t('save', { name, size: format.bytes(bytes) })}
            onClick={() => void save(id, name)}
            className="flex min-h-9 max-w-full items-center gap-2 rounded-control border border-line-strong bg-surface px-3 hover:bg-sunken max-wide:min-h-11"
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

function Code({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code className="figures break-all">{text}</code>
      <CopyButton value={text} what={what} className="-my-2" />
    </span>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    // A long label and a long reference wrap below each other.
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-2">{label}</dt>
      <dd className="ms-auto text-end wrap-anywhere">{children}</dd>
    </div>
  )
}
