import { lazy } from 'react'
import { catalogueText } from '#web/messages/catalogue.ts'
import { useText } from '#web/messages/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { Select } from '#web/ui/select-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type DescribedService, FirstServices } from './first-services.tsx'
import { sortings } from './sortings.ts'
import type { ServicesView } from './use-services-view.ts'

// Drawing any number of services takes a part that a page at rest does without.
export const fetchList = () => import('./service-list.tsx')
const ServiceList = lazy(fetchList)

const sortLabels = {
  '': 'sortCatalogue',
  price: 'sortPrice',
  'price-down': 'sortPriceDown',
  min: 'sortMin',
  time: 'sortTime',
  name: 'sortName',
} as const

/** In what order, beside the filters. */
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

/** The list, or why there is none. */
export function ServicesResults({ view }: { view: ServicesView }) {
  const t = useText(catalogueText)
  const { failure, found, first, words, link, isEmpty } = view
  if (failure !== undefined) {
    return (
      <Card isFlush>
        <ErrorState message={t(failure)} onRetry={() => void view.load()} isBusy={view.isLoading} />
      </Card>
    )
  }
  if (found === undefined) return <Waiting first={first} />
  if (found.length === 0) {
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
  return (
    <LazyPart fallback={<Waiting first={first} />}>
      <ServiceList services={found} words={words} link={link} />
    </LazyPart>
  )
}

function nothingOf({ isStarredAlone, favourites }: ServicesView) {
  if (!isStarredAlone) return 'noneFound'
  return favourites?.size === 0 ? 'noFavourites' : 'noFavouritesHere'
}

function Waiting({ first }: { first: readonly DescribedService[] }) {
  const t = useText(catalogueText)
  if (first.length > 0) return <FirstServices services={first} />
  return <SkeletonRows rows={12} label={t('loading')} />
}
