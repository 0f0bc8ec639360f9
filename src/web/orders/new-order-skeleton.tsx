import { newOrderText } from '#web/messages/new-order.ts'
import { useText } from '#web/messages/text.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { orderLayout } from './new-order-layout.ts'

/** The form's shape, until it is known what it begins with. */
export function NewOrderSkeleton() {
  const t = useText(newOrderText)
  return (
    <Loading label={t('loadingForm')} className={orderLayout}>
      <div className="grid gap-4">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-9 w-full" />
        <div className="grid gap-4 wide:grid-cols-[13rem_minmax(0,1fr)]">
          <Box />
          <Box />
        </div>
        <Box />
        <Box />
      </div>
      <Skeleton className="h-96 w-full rounded-card max-wide:hidden" />
    </Loading>
  )
}

function Box() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-11 w-full rounded-control" />
    </div>
  )
}
