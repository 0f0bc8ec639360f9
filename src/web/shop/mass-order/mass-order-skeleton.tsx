import { limits } from '#contract/base/limits.ts'
import { massOrderText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** The box and its summary, until the customer's own rates are here. */
export function MassOrderSkeleton() {
  const t = useText(massOrderText)
  return (
    <div className="grid gap-5">
      <PageHeading lead={t('lead', { max: limits.massLinesMax })}>{t('title')}</PageHeading>
      <Loading
        label={t('loading')}
        className="grid grid-cols-1 items-start gap-7 wide:grid-cols-[minmax(0,1fr)_21.75rem]"
      >
        <div className="grid gap-2">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-64 w-full rounded-control" />
        </div>
        <Skeleton className="h-72 w-full rounded-card max-wide:hidden" />
      </Loading>
    </div>
  )
}
