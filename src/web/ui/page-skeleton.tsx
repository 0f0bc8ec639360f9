import { appText } from '#web/messages/app.ts'
import { useText } from '#web/messages/text.ts'
import { Card } from './card.tsx'
import { Skeleton, SkeletonRows } from './skeleton.tsx'

/** A page whose data is on its way, in its frame: a heading and the rows of a card. `label` is what a screen reader hears. */
export function PageSkeleton({ rows = 5, label }: { rows?: number; label?: string }) {
  const t = useText(appText)
  return (
    <div className="grid gap-5">
      <Skeleton className="h-8 w-56" />
      <Card className="overflow-hidden">
        <SkeletonRows rows={rows} label={label ?? t('loading')} />
      </Card>
    </div>
  )
}
