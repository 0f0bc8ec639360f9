import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button, type ButtonSize } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { downloadFile } from './download-file.ts'

type DownloadButtonProps = {
  path: string
  fileName: string
  label: string
  failure: string
  size?: ButtonSize
  /** On a phone a picture alone: there is no room next to what is pressed more often. */
  isBrief?: boolean
  /** There is nothing to save. */
  isDisabled?: boolean
}

/** Saves what a call answers as a file. */
export function DownloadButton({
  path,
  fileName,
  label,
  failure,
  size = 'small',
  isBrief = false,
  isDisabled = false,
}: DownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function download(): Promise<void> {
    setIsBusy(true)
    await downloadFile(path, fileName).catch(() => toast('error', failure))
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
      <span className={isBrief ? 'max-wide:sr-only' : undefined}>{label}</span>
    </Button>
  )
}
