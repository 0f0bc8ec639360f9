import type { ComponentProps, ReactNode } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { WayBack } from '#web/ui/page/page-heading.tsx'
import { Skeleton, SkeletonRows } from './skeleton.tsx'

type PageSkeletonProps = {
  rows?: number
  /** What a screen reader hears. */
  label?: string
  /** The page's own, where it is known before its data. */
  heading?: ReactNode
  /** Above a heading that is not known yet. */
  back?: ComponentProps<typeof WayBack>
}

/** A page whose data is on its way, in its frame: what is known of its heading, and the rows of a card. */
export function PageSkeleton({ rows = 5, label, heading, back }: PageSkeletonProps) {
  const t = useText(commonText)
  return (
    <div className="grid gap-5">
      {heading ?? (
        <div className="grid gap-1">
          {back !== undefined && <WayBack {...back} />}
          <Skeleton className="my-px h-8 w-56" />
        </div>
      )}
      <Card isFlush className="overflow-hidden">
        <SkeletonRows rows={rows} label={label ?? t('loading')} />
      </Card>
    </div>
  )
}
