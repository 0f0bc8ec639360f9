import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** A tab on its way: a card with so many fields. */
export function TabSkeleton({ fields }: { fields: number }) {
  const t = useText(commonText)
  return (
    <Loading label={t('loading')} className="max-w-column">
      <Card className="grid gap-5">
        {Array.from({ length: fields }, (_, field) => (
          <div key={field} className="grid gap-2">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-11 w-full rounded-control" />
          </div>
        ))}
        <Skeleton className="h-11 w-32 rounded-control" />
      </Card>
    </Loading>
  )
}
