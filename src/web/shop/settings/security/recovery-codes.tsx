import Download from 'lucide-react/icons/download'
import { useEffect, useRef } from 'react'
import { twoFactorText } from '#web/parts/two-factor/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useReadOnce } from '#web/shop/settings/use-read-once.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'

/**
 * Recovery codes, shown once, to copy or download. A user who tries to leave before confirming that they are stored
 * (`isLeaving`: closing the dialog) stays and sees why.
 */
export function RecoveryCodes({
  lead,
  codes,
  isLeaving,
  onKept,
}: {
  lead: string
  codes: readonly string[]
  isLeaving: boolean
  onKept: () => void
}) {
  const t = useText(twoFactorText)
  const { brand: name } = useSite()
  const email = useSession()?.user.email ?? ''
  const text = codes.join('\n')
  // The focused element is gone. Not on the button that leaves, which would be clicked without reading.
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => actions.current?.querySelector('button')?.focus(), [])

  const hasStayed = useReadOnce()

  function download(): void {
    const file = new Blob([`${t('fileLead', { name, email })}\n\n${text}\n`], { type: 'text/plain' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = 'recovery-codes.txt'
    link.click()
    // By then the browser has started the download.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }

  return (
    <div className="grid gap-4">
      {(isLeaving || hasStayed) && <Alert tone="info">{t('unkept')}</Alert>}
      <p className="text-14 text-ink-2">{lead}</p>
      <div className="flex items-start gap-2 rounded-control border border-line-strong bg-sunken py-3 ps-4 pe-1">
        <ul
          aria-label={t('codes')}
          className="grid flex-1 grid-cols-2 gap-x-4 gap-y-1 max-[359px]:grid-cols-1"
        >
          {codes.map((code) => (
            <li key={code}>
              <code className="figures text-14 select-all">{code}</code>
            </li>
          ))}
        </ul>
        <CopyButton value={text} what={t('codes')} />
      </div>
      <div ref={actions} className="flex flex-wrap justify-end gap-3">
        <Button tone="secondary" onClick={download} className="max-narrow:w-full">
          <Download aria-hidden className="size-4" />
          {t('download')}
        </Button>
        <Button onClick={onKept} className="max-narrow:w-full">
          {t('kept')}
        </Button>
      </div>
    </div>
  )
}
