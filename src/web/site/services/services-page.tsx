import { formatIn } from '#contract/base/format.ts'
import { memo } from 'react'
import Download from 'lucide-react/icons/download'
import { data, useHref } from 'react-router'
import { readWhole } from '#contract/base/read-number.ts'
import { apiContext } from '#web/platform/page/load-context.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button } from '#web/ui/page/button.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useRested } from '#web/ui/form/use-rested.ts'
import { usePageTurn } from '#web/ui/list/use-page-turn.ts'
import { useTypedEarly } from '#web/ui/form/use-typed-early.ts'
import { useUrlText } from '#web/ui/url/use-url-state.ts'
import type { Route } from './+types/services-page.ts'
import { refuseBeyond } from '#web/site/pricing/refuse-beyond.ts'
import { Breadcrumbs, ProductData } from '#web/parts/site/structured-data.tsx'
import { CategoryFilter } from './category-filter.tsx'
import { loadFirstServices } from './load-first-services.ts'
import { loadCategories } from './load-services.ts'
import { PromotionCard } from '#web/parts/catalogue/service/promotion-card.tsx'
import { FavouritesFilter } from './favourites-filter.tsx'
import { PlatformButtons } from './platform-buttons.tsx'
import { sayForLink } from '#web/parts/catalogue/search/say-for-link.ts'
import { descriptionOf, headingOf, platformOf } from './services-filter.ts'
import { ServicesResults, SortSelect } from '#web/site/services/list/services-results.tsx'
import { type ServicesSearch, type ServicesView, useServicesView } from './use-services-view.ts'

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const t = textOf(matches, catalogueText)
  const platform = platformOf(params)
  return pageTitle(matches, headingOf(t, platform), descriptionOf(t, platform))
}

export const handle = { showsFigures: true }

export async function loader({ request: { url, signal }, params, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(url)
  refuseUnknown(params)
  const call = context.get(apiContext)
  const loaded = await loadFirstServices(call, { platform: platformOf(params), searchParams, signal })
  refuseBeyond(loaded.pages)
  return loaded
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  refuseUnknown(params)
  return loadCategories()
}

/** Unknown platforms have no page. */
function refuseUnknown(params: { platform?: string | undefined }): void {
  if (params.platform !== undefined && platformOf(params) === undefined) throw data(null, { status: 404 })
}

/** Filters run in memory: a keystroke sends no request. */
export function shouldRevalidate(): boolean {
  return false
}

export default function ServicesPage({ loaderData, params }: Route.ComponentProps) {
  const t = useText(catalogueText)
  const platform = platformOf(params)
  const language = useLanguage()
  const [text, setText] = useUrlText('search')
  const [typed, setTyped] = useUrlText('quantity', { keepsPage: true })
  const quantity = readWhole(useRested(typed), language, 'quantity')
  const box = useTypedEarly(text, setText)
  // A keystroke renders only the field; its results follow when typing pauses.
  const sought = useRested(text)
  return (
    <div className="grid gap-5">
      <ServicesHead loaded={loaderData} platform={platform} />
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-x-3 gap-y-4 wide:grid-cols-[minmax(0,1fr)_20rem_9rem] wide:items-end">
        <div className="min-w-0 max-wide:col-span-2">
          <PlatformButtons platform={platform} categories={loaderData.categories} />
        </div>
        <TextField
          label={t('search')}
          name="search"
          type="search"
          autoComplete="off"
          placeholder={t('searchHint')}
          className="noscript:hidden"
          // Links can be searched too.
          maxLength={2000}
          ref={box}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <NumberField
          label={t('quantity')}
          name="quantity"
          kind="quantity"
          isPlain
          placeholder={formatIn(language).number(1_000)}
          className="noscript:hidden"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <Services
        loaded={loaderData}
        platform={platform}
        text={sought}
        setText={setText}
        quantity={quantity === 0 ? undefined : quantity}
      />
    </div>
  )
}

const ServicesHead = memo(function ServicesHead({
  loaded,
  platform,
}: Pick<ServicesSearch, 'loaded' | 'platform'>) {
  const t = useText(catalogueText)
  const path = platform === undefined ? '/services' : `/services/${platform.toLowerCase()}`
  const trail = [
    { name: t('title'), path: '/services' },
    ...(platform === undefined ? [] : [{ name: headingOf(t, platform), path }]),
  ]
  return (
    <>
      <Breadcrumbs trail={trail} />
      <ProductData
        name={headingOf(t, platform)}
        description={descriptionOf(t, platform)}
        path={path}
        offers={loaded.first}
        range={loaded.range}
      />
      <PageHeading lead={t('lead')}>{headingOf(t, platform)}</PageHeading>
      <noscript>
        <p className="pb-3 text-14 text-ink-2">{t('withoutScript')}</p>
        <form action={useHref('/pricing')} className="flex flex-wrap items-end gap-3">
          {platform !== undefined && <input type="hidden" name="platform" value={platform.toLowerCase()} />}
          <TextField label={t('search')} name="search" type="search" maxLength={100} />
          <Button type="submit" needsNoScript>
            {t('priceList')}
          </Button>
        </form>
      </noscript>
    </>
  )
})

type ServicesProps = ServicesSearch & { quantity: number | undefined }

/** The results, with the filters next to them. */
const Services = memo(function Services({ quantity, ...search }: ServicesProps) {
  const t = useText(catalogueText)
  const common = useText(commonText)
  const view = useServicesView(search)
  const results = usePageTurn()
  return (
    <div className="grid grid-cols-2 items-center gap-x-2 gap-y-3 wide:grid-cols-[15rem_minmax(0,1fr)_auto] wide:grid-rows-[auto_1fr] wide:gap-x-5">
      <div className="contents content-start gap-5 self-start wide:sticky wide:top-20 wide:row-span-2 wide:grid">
        <PromotionCard />
        <CategoryFilter categories={view.categories} />
      </div>
      <div className="flex min-h-5 items-center justify-between gap-3 max-wide:order-2 max-wide:col-span-2">
        <output className="text-13 text-ink-3">
          {view.count !== undefined && [t('found', { count: view.count }), ...sayLinked(t, view)].join(' · ')}
        </output>
        <div className="flex items-center gap-3">
          {view.file !== undefined && (
            <a
              href={view.file}
              download
              className="inline-flex min-h-11 items-center gap-1.5 text-14 font-semibold text-petrol hover:underline"
            >
              <Download aria-hidden className="size-4" />
              {common('exportFile')}
            </a>
          )}
          <FavouritesFilter view={view} />
        </div>
      </div>
      <SortSelect view={view} />
      <div
        ref={results}
        tabIndex={-1}
        className="col-span-2 -scroll-mt-3 grid min-w-0 gap-5 self-start max-wide:order-3"
      >
        <ServicesResults view={view} quantity={quantity} />
        <Pager page={view.page} totalPages={view.totalPages} />
      </div>
    </div>
  )
})

function sayLinked(t: Say<typeof catalogueText>, { linked, sorting }: ServicesView): string[] {
  return linked === undefined || sorting !== '' ? [] : [sayForLink(t, linked)]
}
