import { apiAccessText } from '#web/messages/api-access.ts'
import { useText } from '#web/messages/text.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** The one time at which a key is read. It is in the page as long as the dialog is, and nowhere else. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: string | undefined; onClose: () => void }) {
  const t = useText(apiAccessText)
  if (apiKey === undefined) return null
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('newTitle')} description={t('newText')}>
      <div className="flex items-center gap-2 rounded-control border border-line-strong bg-sunken py-1 ps-3 pe-1">
        <p className="min-w-0 flex-1 py-2 text-14 break-all">
          <span className="sr-only">{t('key')}: </span>
          <code className="figures select-all">{apiKey}</code>
        </p>
        <CopyButton value={apiKey} what={t('key')} />
      </div>
      <Button onClick={onClose} className="justify-self-end max-narrow:w-full">
        {t('stored')}
      </Button>
    </Dialog>
  )
}
