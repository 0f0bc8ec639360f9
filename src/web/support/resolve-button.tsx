import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { adminResolveTicket } from '#contract/ticket-desk.ts'
import { resolveTicket } from '#contract/tickets.ts'
import { call } from '#web/api/call.ts'
import { supportText } from '#web/messages/support.ts'
import { useText } from '#web/messages/text.ts'
import { report } from '#web/report.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.tsx'
import type { Side } from './thread.tsx'

export function ResolveButton({ side = 'customer', id }: { side?: Side; id: number }) {
  const t = useText(supportText)
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  async function resolve(): Promise<void> {
    setIsBusy(true)
    try {
      const asked = { params: { id } }
      await (side === 'desk' ? call(adminResolveTicket, asked) : call(resolveTicket, asked))
      toast('success', t('resolved'))
    } catch (error) {
      report(error)
      toast('error', t('resolveFailed'))
    }
    // Also where it failed: another tab, or support, may have closed it.
    await revalidate()
    setIsBusy(false)
  }
  return (
    <Button tone="secondary" size="small" isBusy={isBusy} onClick={() => void resolve()} className="ms-auto">
      {t('resolve')}
    </Button>
  )
}
