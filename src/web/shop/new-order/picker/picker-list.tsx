import { lazy, type RefObject, useEffect, useEffectEvent } from 'react'
import { sayForLink } from '#web/parts/catalogue/search/say-for-link.ts'
import type { useServiceIndex } from '#web/parts/catalogue/search/use-service-index.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Alert, ErrorState } from '#web/ui/feedback/error-state.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import type { OptionRows } from '#web/ui/combobox/use-option-list.ts'
import type { ServiceOptionsHandle } from './service-options.tsx'
import type { PickerSearch } from './use-picker-search.ts'

// In the list's chunk, which only a search needs.
const ServiceOptions = lazy(() => import('./service-options.tsx'))

type Catalogue = ReturnType<typeof useServiceIndex>

type PickerListProps = {
  catalogue: Catalogue
  search: PickerSearch
  rows: OptionRows
  handle: RefObject<ServiceOptionsHandle | null>
}

/** The list below the picker's box: matching services, or why there are none. */
export function PickerList({ catalogue, search, rows, handle }: PickerListProps) {
  const t = useText(newOrderText)
  const told = useText(catalogueText)
  const { index, isLoading } = catalogue
  const { found, own, words, linked, isSearching } = search
  const waiting = <SkeletonRows rows={4} label={t('loadingServices')} />
  return (
    <div className="absolute inset-x-0 top-full z-30 mt-2 overflow-hidden rounded-card border border-line bg-surface shadow-receipt">
      {isLoading && waiting}
      {isFailed(catalogue) && <ErrorState message={t('loadFailed')} onRetry={() => void catalogue.load()} />}
      {linked !== undefined && found.length > 0 && (
        <p className="border-b border-line px-3 py-2 text-13 font-semibold text-ink-2">
          {sayForLink(told, linked)}
        </p>
      )}
      {index !== undefined && (
        <LazyPart fallback={waiting}>
          <ServiceOptions handle={handle} own={own} words={words} list={rows} />
        </LazyPart>
      )}
      {index !== undefined && (found.length === 0 || isSearching) && (
        <p className="px-4 py-3 text-14 text-ink-3">
          {isSearching ? t('searchingDescriptions') : t('noneFound')}
        </p>
      )}
    </div>
  )
}

/**
 * The catalogue could not be fetched; it is fetched when the list is used, and automatically once the network is back.
 */
export function CatalogueFailure({ catalogue, isSaid }: { catalogue: Catalogue; isSaid: boolean }) {
  const t = useText(newOrderText)
  const hasFailed = isFailed(catalogue)
  const tryAgain = useEffectEvent(() => void catalogue.load())
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [hasFailed])
  if (!hasFailed || isSaid) return null
  return (
    <div className="mt-2">
      <Alert>
        <span className="flex flex-wrap items-center gap-3">
          {t('loadFailed')}
          <Button tone="secondary" size="small" onClick={() => void catalogue.load()}>
            {t('tryAgain')}
          </Button>
        </span>
      </Alert>
    </div>
  )
}

export function isFailed({ error, index }: Catalogue): boolean {
  return error !== undefined && index === undefined
}
