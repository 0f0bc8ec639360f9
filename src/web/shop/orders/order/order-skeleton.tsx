import { ordersText } from '#web/parts/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** An order that is on its way, in the places of its page: its name, the delivery, the facts, and what stands beside them. */
export function OrderSkeleton({ id }: { id: string }) {
  const t = useText(ordersText)
  return (
    <Loading label={t('loading')} className="grid gap-5">
      <PageHeading aside={<Skeleton className="h-11 w-56" />}>{t('order', { id })}</PageHeading>
      <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <Card className="grid gap-5">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-2 w-full" />
            <Skeleton className="h-44 w-full" />
          </Card>
          <Lines count={7} />
        </div>
        <div className="grid gap-5">
          <Lines count={4} />
          <Lines count={3} />
        </div>
      </div>
    </Loading>
  )
}

function Lines({ count }: { count: number }) {
  return (
    <Card className="grid gap-4">
      {Array.from({ length: count }, (_, line) => (
        <Skeleton key={line} className="h-7 w-full" />
      ))}
    </Card>
  )
}
