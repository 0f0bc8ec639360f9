import { type ShownStatus, orderStatusTones } from '#contract/orders/order-statuses.ts'
import { orderStatusesIn } from '#contract/words/statuses.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { Badge } from '#web/ui/text/badge.tsx'

export function OrderStatusBadge({ status }: { status: ShownStatus }) {
  return <Badge tone={orderStatusTones[status]}>{orderStatusesIn[useLanguage()][status]}</Badge>
}
