import { newOrderText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { FieldBars, Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { orderLayout } from './new-order-layout.ts'

/** The form's shape, until it is known what it begins with. */
export function NewOrderSkeleton() {
  const t = useText(newOrderText)
  return (
    <Loading label={t('loadingForm')} className={orderLayout}>
      <div className="grid gap-4">
        <PageHeading>{t('title')}</PageHeading>
        <Skeleton className="h-9 w-full" />
        <div className="grid gap-4 wide:grid-cols-[13rem_minmax(0,1fr)]">
          <FieldBars />
          <FieldBars />
        </div>
        <FieldBars />
        <FieldBars />
      </div>
      <Skeleton className="h-96 w-full rounded-card max-wide:hidden" />
    </Loading>
  )
}
