import { useState } from 'react'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { supportText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

type ResolveProps = { onResolve: () => Promise<unknown>; shown: readonly Endpoint[] }

/**
 * `onResolve` calls this audience's endpoint, so that customers don't load staff code; `shown` are the calls that its
 * page reads again.
 */
export function ResolveButton({ onResolve, shown }: ResolveProps) {
  const t = useText(supportText)
  const [isBusy, setIsBusy] = useState(false)
  async function resolve(): Promise<void> {
    setIsBusy(true)
    try {
      await onResolve()
      toast('success', t('resolved'))
    } catch (error) {
      report(error)
      toast('error', t('resolveFailed'))
    }
    // Also after a failure: another tab, or support, may have closed it.
    await reread(...shown)
    setIsBusy(false)
  }
  return (
    <Button tone="secondary" size="small" isBusy={isBusy} onClick={() => void resolve()} className="ms-auto">
      {t('resolve')}
    </Button>
  )
}
