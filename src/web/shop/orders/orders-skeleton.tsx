import { limits } from '#contract/base/limits.ts'
import { ordersText } from '#web/messages/orders.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { FieldBars, FilterBars, Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** The list on its way: filters, search and rows in the places that they will have. */
export function OrdersSkeleton() {
  const t = useText(ordersText)
  return (
    <Loading label={t('loading')} className="grid gap-5">
      <div className="grid gap-4 wide:grid-cols-[1fr_20rem] wide:items-end">
        <FilterBars widths={['w-16', 'w-24', 'w-28', 'w-28', 'w-24', 'w-24']} />
        <FieldBars />
      </div>
      <Card isFlush>
        <div className="h-11 border-b border-line max-wide:hidden" />
        {Array.from({ length: limits.ordersPerPage }, (_, row) => (
          <div
            key={row}
            className="flex min-h-18 items-center gap-5 border-b border-line px-5 last:border-0 max-wide:min-h-21 max-wide:px-4"
          >
            <Skeleton className="size-5 max-wide:hidden" />
            <Skeleton className="h-4 w-14 max-wide:hidden" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-3/4" />
              <Skeleton className="h-3 w-1/2" />
            </div>
            <Skeleton className="h-4 w-14" />
            <Skeleton className="h-6 w-24 max-wide:hidden" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
