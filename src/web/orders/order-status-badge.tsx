import { type OrderStatus, orderStatusBadges } from '#contract/order-statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { label, tone } = orderStatusBadges[status]
  return <Badge tone={tone}>{label}</Badge>
}
