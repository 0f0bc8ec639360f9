import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { downloadFile } from './download-file.ts'

type DownloadButtonProps = { path: string; fileName: string; label: string; failure: string }

/** Saves what a call answers as a file. */
export function DownloadButton({ path, fileName, label, failure }: DownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function download(): Promise<void> {
    setIsBusy(true)
    await downloadFile(path, fileName).catch(() => toast('error', failure))
    setIsBusy(false)
  }
  return (
    <Button tone="secondary" size="small" isBusy={isBusy} onClick={() => void download()}>
      {!isBusy && <Download aria-hidden className="size-4" />}
      {label}
    </Button>
  )
}
