import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import type { OrderCounts } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import { orderStatusesIn } from '#contract/words/statuses.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { orderListText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { filterButtonClass } from '#web/ui/list/filter-buttons.tsx'
import { countOf } from './count-of.ts'
import { moreStatuses } from './orders-filter.ts'

type MoreButtonProps = { chosen: readonly OrderStatus[]; counts: OrderCounts } & ComponentProps<'button'>

/** The button for statuses without their own, before and after its menu is loaded: shows which are selected. */
export function MoreButton({ chosen, counts, ...button }: MoreButtonProps) {
  const t = useText(orderListText)
  const format = useFormat()
  const words = orderStatusesIn[useLanguage()]
  const [first, ...rest] = chosen
  return (
    <button {...button} type="button" aria-haspopup="menu" className={filterButtonClass(chosen.length > 0)}>
      {t('more')}
      {first !== undefined && (
        <span className="text-13" title={chosen.map((one) => words[one]).join(', ')}>
          {words[first]}
          {rest.length > 0 && ` +${rest.length}`}
        </span>
      )}
      <span className="figures text-13 opacity-80">
        {format.number(countOf(counts, first === undefined ? moreStatuses : chosen))}
      </span>
      <ChevronDown aria-hidden className="size-4" />
    </button>
  )
}
