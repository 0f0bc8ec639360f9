import { lazy, useEffect, useMemo } from 'react'
import { type Category, listCategories, listServices } from '#contract/catalogue.ts'
import { featuredPlatforms } from '#contract/platforms.ts'
import { apiContext } from '#web/load-context.ts'
import { catalogueText } from '#web/messages/catalogue.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { Card } from '#web/ui/card.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterButtons } from '#web/ui/filter-buttons.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { withParam } from '#web/ui/url-place.ts'
import { useFirstTouch } from '#web/ui/use-first-touch.ts'
import { useUrlChange, useUrlState, useUrlText } from '#web/ui/use-url-state.ts'
import type { Route } from './+types/services-page.ts'
import { CategoryFilter } from './category-filter.tsx'
import { PromotionCard } from './promotion-card.tsx'
import { type DescribedService, FirstServices } from './first-services.tsx'
import { searchWords } from '#web/ui/fold-text.ts'
import { searchServices } from './search-services.ts'
import { loadServiceIndex } from './service-index.ts'
import { type ServicesFailure, servicesFailureOf } from './services-failure.ts'
import { countIn, headingOf, platformOf } from './services-filter.ts'
import { useServiceIndex } from './use-service-index.ts'

// Drawing any number of services takes a part that a page at rest does without.
const fetchList = () => import('./service-list.tsx')
const ServiceList = lazy(fetchList)

/** What fits on a tall screen: the rest comes with the index, when the page is first touched. */
const firstCount = 12

type Loaded = {
  first: readonly DescribedService[]
  /** What the first ones are of: within the app the address changes without asking anew. */
  firstOf: string
  categories: readonly Category[]
  failure: ServicesFailure | undefined
}

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const t = textOf(matches, catalogueText)
  return pageTitle(matches, headingOf(t, platformOf(params)), t('description'))
}

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Loaded> {
  const call = context.get(apiContext)
  const { searchParams } = new URL(request.url)
  const category = Number(searchParams.get('category'))
  const search = searchParams.get('search')?.trim().slice(0, 100)
  const query = {
    platform: platformOf(params),
    category: Number.isSafeInteger(category) && category > 0 ? category : undefined,
    search: search === '' ? undefined : search,
    limit: firstCount,
  }
  try {
    const [services, categories] = await Promise.all([
      call(listServices, { query }, { signal: request.signal }),
      call(listCategories),
    ])
    const first = services
      .slice(0, firstCount)
      .map(({ average_time: averageTime, ...service }) => ({ ...service, averageTime }))
    const firstOf = firstKey(platformOf(params), searchParams.get('category'), searchParams.get('search'))
    return { first, firstOf, categories, failure: undefined }
  } catch (error) {
    return { first: [], firstOf: '', categories: [], failure: servicesFailureOf(error) }
  }
}

function firstKey(platform: string | undefined, category: string | null, search: string | null): string {
  return [platform ?? '', category ?? '', search?.trim() ?? ''].join(' ')
}

/** Within the app the index is all that is needed. */
export async function clientLoader(): Promise<Loaded> {
  try {
    const { categories } = await loadServiceIndex()
    return { first: [], firstOf: '', categories, failure: undefined }
  } catch (error) {
    return { first: [], firstOf: '', categories: [], failure: servicesFailureOf(error) }
  }
}

/** Filters are answered from memory: a key press asks nobody. */
export function shouldRevalidate(): boolean {
  return false
}

export default function ServicesPage({ loaderData, params }: Route.ComponentProps) {
  const t = useText(catalogueText)
  const changeUrl = useUrlChange()
  const catalogue = useServiceIndex()
  const platform = platformOf(params)
  const [categoryId, setCategoryId] = useUrlState<string>('category', '')
  const [text, setText] = useUrlText('search')
  const { index, load } = catalogue

  function fetchAll(): void {
    void fetchList().catch(() => {}) // told where the list is missing
    void load()
  }
  useFirstTouch(fetchAll)
  useEffect(() => {
    if (loaderData.first.length === 0 || text !== '') fetchAll()
    // Once: what the server sent is shown until the page is touched, unless it sent nothing or a search's first hits.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const first = loaderData.firstOf === firstKey(platform, categoryId, text) ? loaderData.first : []
  const allCategories = index?.categories ?? loaderData.categories
  const categories = allCategories.filter(
    (category) => platform === undefined || category.platform === platform,
  )
  const found = useMemo(
    () =>
      index === undefined
        ? undefined
        : searchServices(index.services, {
            text,
            platform,
            categoryId: categoryId === '' ? undefined : Number(categoryId),
          }),
    [index, text, platform, categoryId],
  )
  // Until the index is here, the categories know how many there are; a search they can not count.
  const count = found?.length ?? (text === '' ? countIn(categories, categoryId) : undefined)
  const words = useMemo(() => searchWords(text), [text])
  const failure =
    found !== undefined
      ? undefined
      : catalogue.error !== undefined
        ? servicesFailureOf(catalogue.error)
        : loaderData.failure

  function reset(): void {
    setText('')
    changeUrl(() => ({ pathname: '/services', search: '' }))
  }

  /** The search stays, and the category where the platform has it. */
  function choosePlatform(next: string): void {
    const stays =
      next === '' || allCategories.some((one) => String(one.id) === categoryId && one.platform === next)
    changeUrl(({ search }) => {
      const place = { pathname: next === '' ? '/services' : `/services/${next.toLowerCase()}`, search }
      return stays ? place : withParam(place, 'category', '')
    })
  }

  return (
    <div className="grid gap-5">
      <PageHeading lead={t('lead')}>{headingOf(t, platform)}</PageHeading>
      <div className="grid gap-4 wide:grid-cols-[1fr_20rem] wide:items-end">
        <FilterButtons
          label={t('platforms')}
          value={platform ?? ''}
          onChange={choosePlatform}
          options={[
            { value: '', label: t('allPlatforms') },
            ...featuredPlatforms.map((value) => ({ value, label: value })),
          ]}
        />
        <TextField
          label={t('search')}
          name="search"
          type="search"
          autoComplete="off"
          placeholder={t('searchHint')}
          maxLength={100}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <div className="grid items-start gap-5 wide:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="grid content-start gap-5 wide:sticky wide:top-20">
          <PromotionCard />
          <CategoryFilter categories={categories} value={categoryId} onChange={setCategoryId} />
        </div>
        <div className="grid min-w-0 gap-3">
          <output className="min-h-5 text-13 text-ink-3">
            {count !== undefined && t('found', { count })}
          </output>
          {failure !== undefined ? (
            <Card isFlush>
              <ErrorState message={t(failure)} onRetry={() => void load()} isBusy={catalogue.isLoading} />
            </Card>
          ) : found === undefined ? (
            <Waiting first={first} />
          ) : found.length === 0 ? (
            <Card isFlush>
              <EmptyState message={index?.services.length === 0 ? t('empty') : t('noneFound')}>
                {index?.services.length !== 0 && (
                  <Button tone="secondary" onClick={reset}>
                    {t('reset')}
                  </Button>
                )}
              </EmptyState>
            </Card>
          ) : (
            <LazyPart fallback={<Waiting first={first} />}>
              <ServiceList services={found} words={words} />
            </LazyPart>
          )}
        </div>
      </div>
    </div>
  )
}

function Waiting({ first }: { first: readonly DescribedService[] }) {
  const t = useText(catalogueText)
  if (first.length > 0) return <FirstServices services={first} />
  return <SkeletonRows rows={8} label={t('loading')} />
}
