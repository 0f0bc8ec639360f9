import type { OrderCounts } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { Menu, MenuTick } from '#web/ui/dialog/menu.tsx'
import { countOf } from './count-of.ts'
import { MoreButton } from './more-button.tsx'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'
import { moreStatuses } from './orders-filter.ts'

type MoreMenuProps = {
  chosen: readonly OrderStatus[]
  counts: OrderCounts
  onChange: (status: OrderStatus, isOn: boolean) => void
}

/** The statuses without a button, several at once; initially open. */
export default function MoreMenu({ chosen, counts, onChange }: MoreMenuProps) {
  const format = useFormat()
  return (
    <Menu trigger={<MoreButton chosen={chosen} counts={counts} />} isOpenAtFirst>
      {moreStatuses.map((status) => (
        <MenuTick key={status} isOn={chosen.includes(status)} onChange={(isOn) => onChange(status, isOn)}>
          <OrderStatusBadge status={status} />
          <span className="figures ms-auto ps-4 text-13">{format.number(countOf(counts, [status]))}</span>
        </MenuTick>
      ))}
    </Menu>
  )
}
