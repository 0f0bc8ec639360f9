import { useMatches } from 'react-router'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { Loading, Skeleton, SkeletonRows } from './skeleton.tsx'

/** As high as the visible part of a page below its heading, so that nothing moves when it arrives. */
const body =
  'h-[calc(100dvh-14rem-var(--note-height,0px))] min-h-80 animate-appear gap-5 overflow-hidden print:hidden'

/**
 * The fallback of a page, or of the boundary around it, on first load; later the previous page stays until the next is
 * ready. Lists set `handle = { isList: true }`.
 */
export function HydrateFallback() {
  return <PageSkeleton isList={useMatches().some(({ handle }) => isListHandle(handle))} />
}

function isListHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isList' in handle && handle.isList === true
}

/** The skeleton of a page whose data is loading. */
export function PageSkeleton({ isList }: { isList: boolean }) {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-8.5 w-56 max-w-full" />
      {isList ? <ListSkeleton /> : <CardsSkeleton />}
    </div>
  )
}

/** Below a heading: a row of filters, and rows to the end of the screen. */
export function ListSkeleton() {
  const t = useText(commonText)
  return (
    <div className={cx(body, 'grid grid-cols-1 grid-rows-[auto_minmax(0,1fr)]')}>
      <Skeleton className="h-11 w-full max-w-form rounded-control" />
      <Card isFlush className="overflow-hidden">
        <SkeletonRows rows={20} label={t('loading')} />
      </Card>
    </div>
  )
}

/** Below a heading: a card with fields, and a second one on wide screens. */
export function CardsSkeleton() {
  const t = useText(commonText)
  return (
    <Loading
      label={t('loading')}
      className={cx(body, 'grid grid-cols-1 wide:grid-cols-[minmax(0,1fr)_20rem]')}
    >
      {['', 'max-wide:hidden'].map((className) => (
        <Card key={className} className={cx('grid content-start gap-5 overflow-hidden', className)}>
          {Array.from({ length: 8 }, (_, field) => (
            <div key={field} className="grid gap-2">
              <Skeleton className="h-5 w-24" />
              <Skeleton className="h-11 w-full rounded-control" />
            </div>
          ))}
        </Card>
      ))}
    </Loading>
  )
}
