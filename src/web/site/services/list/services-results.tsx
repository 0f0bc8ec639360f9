import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Select } from '#web/ui/fields/select-field.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { ServiceList } from './service-list.tsx'
import { sortings } from '#web/parts/catalogue/search/sortings.ts'
import type { ServicesView } from '#web/site/services/use-services-view.ts'

const sortLabels = {
  '': 'sortCatalogue',
  price: 'sortPrice',
  'price-down': 'sortPriceDown',
  min: 'sortMin',
  time: 'sortTime',
  name: 'sortName',
} as const

/** The sort order, next to the filters. */
export function SortSelect({ view: { sorting, setSorting } }: { view: ServicesView }) {
  const t = useText(catalogueText)
  return (
    <Select
      name="sort"
      aria-label={t('sort')}
      value={sorting}
      onChange={({ currentTarget }) => setSorting(currentTarget.value)}
      options={sortings.map((value) => ({ value, label: t(sortLabels[value]) }))}
      className="max-wide:order-1 wide:w-52"
    />
  )
}

/** The list, or why it is empty. */
export function ServicesResults({ view, quantity }: { view: ServicesView; quantity: number | undefined }) {
  const t = useText(catalogueText)
  const { failure, shown, described, words, link, lowest, isEmpty } = view
  if (failure !== undefined) {
    return (
      <Card isFlush>
        <ErrorState message={t(failure)} onRetry={() => void view.load()} isBusy={view.isLoading} />
      </Card>
    )
  }
  if (shown === undefined) return <SkeletonRows rows={12} label={t('loading')} />
  if (shown.length === 0) {
    return (
      <Card isFlush>
        <EmptyState message={t(isEmpty ? 'empty' : nothingOf(view))}>
          {!isEmpty && (
            <Button tone="secondary" onClick={view.reset}>
              {t('reset')}
            </Button>
          )}
        </EmptyState>
      </Card>
    )
  }
  return <ServiceList services={shown} {...{ described, words, link, quantity, lowest }} />
}

function nothingOf({ isStarredAlone, favourites }: ServicesView) {
  if (!isStarredAlone) return 'noneFound'
  return favourites?.size === 0 ? 'noFavourites' : 'noFavouritesHere'
}
