import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { getOrderStatus, getOrder } from '#contract/orders/orders.ts'
import { call } from '#web/platform/api/call.ts'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { PrintButton } from '#web/ui/paper/print-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import type { useLiveOrders } from '#web/parts/orders/use-live-orders.ts'

type HeadingActionsProps = { id: number; update: ReturnType<typeof useLiveOrders>['update'] }

/** Actions on the page rather than the order. */
export function OrderHeadingActions({ id, update }: HeadingActionsProps) {
  const t = useText(ordersText)
  const [isBusy, setIsBusy] = useState(false)

  async function refresh(): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    try {
      update(await call(getOrderStatus, { params: { id }, query: {} }))
      await reread(getOrder)
    } catch {
      toast('error', t('refreshFailed'))
    }
    setIsBusy(false)
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="secondary" isBusy={isBusy} onClick={() => void refresh()}>
        {!isBusy && <RefreshCw aria-hidden className="size-4" />}
        {t('refresh')}
      </Button>
      <PrintButton />
    </div>
  )
}
