import type { ReactNode } from 'react'
import { limits } from '#contract/base/limits.ts'
import { dashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** Orders, and beside them what is reckoned from them; below 992 px one after the other. */
export function BoardColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-5">{children}</div>
      <div className="grid min-w-0 gap-5">{aside}</div>
    </div>
  )
}

/** The cards that stand for everybody, as tall as they will be. */
export function BoardSkeleton() {
  const t = useText(dashboardText)
  return (
    <BoardColumns
      aside={
        <>
          <Skeleton className="h-75 rounded-card" />
          <Skeleton className="h-46 rounded-card" />
        </>
      }
    >
      <CardSection title={t('recentOrders')}>
        <Loading label={t('loading')}>
          <span className="block h-9 border-b border-line max-wide:hidden" />
          {Array.from({ length: limits.recentOrders }, (_, row) => (
            <span
              key={row}
              className="flex h-13 items-center gap-5 border-b border-line px-5 last:border-0 max-wide:h-23 max-wide:px-4"
            >
              <Skeleton className="h-4 w-14 max-wide:hidden" />
              <Skeleton className="h-4 flex-1" />
              <Skeleton className="h-4 w-20" />
            </span>
          ))}
        </Loading>
      </CardSection>
    </BoardColumns>
  )
}
