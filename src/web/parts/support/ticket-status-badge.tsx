import type { Ticket } from '#contract/support/tickets.ts'
import { supportText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Badge } from '#web/ui/text/badge.tsx'

export function TicketStatusBadge({ status }: { status: Ticket['status'] }) {
  const t = useText(supportText)
  return <Badge tone={status === 'open' ? 'info' : 'neutral'}>{t(status)}</Badge>
}
