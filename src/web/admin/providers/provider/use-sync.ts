import { useState } from 'react'
import { syncProvider, getProvider } from '#contract/providers/provider-actions.ts'
import type { SyncProblem } from '#contract/messaging/notification-codes.ts'
import { call } from '#web/platform/api/call.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

export const doubts: Record<SyncProblem, PlainKey<typeof adminProvidersText>> = {
  not_read: 'not_read',
  empty: 'emptyList',
  half_missing: 'half_missing',
  currency: 'currencyDoubt',
  prices: 'pricesDoubt',
}

/** Reads the price list now, and reports the result. */
export function useSync(id: number) {
  const t = useText(adminProvidersText)
  const [isBusy, setIsBusy] = useState(false)
  async function run(accept: boolean): Promise<void> {
    setIsBusy(true)
    try {
      const { synced, trouble } = await call(syncProvider, { params: { id }, body: { accept } })
      if (trouble !== null) toast('error', `${t('listNotUsed')}: ${t(doubts[trouble])}`)
      if (synced !== null) {
        const { services: _, held: __, repriced: ___, ...kinds } = synced
        toast('success', t('listRead', { count: Object.values(kinds).reduce((sum, one) => sum + one, 0) }))
      }
    } finally {
      setIsBusy(false)
      await reread(getProvider)
    }
  }
  return { run, isBusy }
}
