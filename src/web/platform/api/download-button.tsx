import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button, type ButtonSize } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useText } from '#web/platform/i18n/text.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { downloadFile } from './download-file.ts'

type DownloadButtonProps = {
  path: string
  fileName: string
  size?: ButtonSize
  /** On a phone, shows only the icon: more frequent actions need the room. */
  isBrief?: boolean
  /** There is nothing to save. */
  isDisabled?: boolean
}

/** Saves the response of a call as a file. */
export function DownloadButton({
  path,
  fileName,
  size = 'small',
  isBrief = false,
  isDisabled = false,
}: DownloadButtonProps) {
  const t = useText(commonText)
  const [isBusy, setIsBusy] = useState(false)
  async function download(): Promise<void> {
    setIsBusy(true)
    await downloadFile(path, fileName).catch(() => toast('error', t('exportFailed')))
    setIsBusy(false)
  }
  return (
    <Button
      tone="secondary"
      size={size}
      isBusy={isBusy}
      isDisabled={isDisabled}
      onClick={() => void download()}
    >
      {!isBusy && <Download aria-hidden className="size-4" />}
      <span className={isBrief ? 'max-wide:sr-only' : undefined}>{t('exportFile')}</span>
    </Button>
  )
}
