import { useState } from 'react'
import { getFirstSteps } from '#contract/operations/overview.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { adminDashboardText } from '#web/admin/dashboard/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { isChunkError } from '#web/ui/feedback/chunk-error.ts'
import { Button } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

/** Confirms that the default limits are right. */
export function KeepLimits() {
  const t = useText(adminDashboardText)
  const [isBusy, setIsBusy] = useState(false)
  async function keep(): Promise<void> {
    setIsBusy(true)
    try {
      const { keepLimits } = await import('./try-step.ts')
      await keepLimits()
      await reread(getFirstSteps)
    } catch (error) {
      toast('error', isChunkError(error) ? t('chunkError') : messageOf(error))
    }
    setIsBusy(false)
  }
  return (
    <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void keep()}>
      {t('keepAsIs')}
    </Button>
  )
}
