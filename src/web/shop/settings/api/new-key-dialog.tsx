import { useState } from 'react'
import { apiAccessText } from '#web/shop/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useReadOnce } from '#web/shop/settings/use-read-once.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'

/**
 * The only time a key is shown. It exists in the page only while the dialog is open, and the dialog closes only once
 * the user has confirmed that the key is stored.
 */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: string | undefined; onClose: () => void }) {
  if (apiKey === undefined) return null
  return <NewKey key={apiKey} apiKey={apiKey} onClose={onClose} />
}

function NewKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const t = useText(apiAccessText)
  const [isLeaving, setIsLeaving] = useState(false)
  const hasStayed = useReadOnce()
  return (
    <Dialog isOpen onOpenChange={() => setIsLeaving(true)} title={t('newTitle')} description={t('newText')}>
      {(isLeaving || hasStayed) && <Alert tone="info">{t('unstored')}</Alert>}
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
