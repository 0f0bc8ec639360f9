import { type ShownStatus, orderStatusBadges } from '#contract/order-statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

export function OrderStatusBadge({ status }: { status: ShownStatus }) {
  const { label, tone } = orderStatusBadges[status]
  return <Badge tone={tone}>{label}</Badge>
}
