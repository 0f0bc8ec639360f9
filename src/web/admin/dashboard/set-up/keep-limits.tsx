import { useState } from 'react'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { getFirstSteps } from '#contract/operations/overview.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminDashboardText } from '#web/admin/dashboard/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

/** The product's own limits may be right: saying so is the step. */
export function KeepLimits() {
  const t = useText(adminDashboardText)
  const [isBusy, setIsBusy] = useState(false)
  async function keep(): Promise<void> {
    setIsBusy(true)
    try {
      const { limits } = (await call(getSettings)).settings
      await call(updateSettings, { body: { limits } })
      await reread(getFirstSteps)
    } catch (error) {
      toast('error', messageOf(error))
    }
    setIsBusy(false)
  }
  return (
    <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void keep()}>
      {t('keepAsIs')}
    </Button>
  )
}
