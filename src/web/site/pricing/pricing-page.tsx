import Download from 'lucide-react/icons/download'
import { readWhole } from '#contract/base/read-number.ts'
import { listPicks, listServicePage } from '#contract/catalogue/service-pages.ts'
import { PlatformIcon } from '#web/parts/catalogue/service/platform-icon.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { apiContext } from '#web/platform/page/load-context.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { pricingText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Link } from '#web/platform/page/link.tsx'
import type { Route } from './+types/pricing-page.ts'
import { NumberedPages } from './numbered-pages.tsx'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { PriceForm } from './price-form.tsx'
import {
  type PriceQuery,
  pricesPerPage,
  readPriceQuery,
  toPriceAddress,
  usualQuantity,
} from './price-query.ts'
import { ServiceList } from '#web/site/services/list/service-list.tsx'
import { Breadcrumbs, ProductData } from '#web/parts/site/structured-data.tsx'
import { rangeOf } from './rate-range.ts'
import { refuseBeyond } from './refuse-beyond.ts'

/** No hydration: its filters are in the URL, and the server answers. */
export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const t = textOf(matches, pricingText)
  const platform = loaderData?.query.platform
  return pageTitle(
    matches,
    platform === undefined ? t('title') : t('titleOf', { platform }),
    t('description'),
  )
}

const none: readonly string[] = []

export async function loader({ context, request: { url, signal } }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const query = readPriceQuery(new URL(url).searchParams)
  const { platform, search, sort, page } = query
  const asked = { platform, search: search === '' ? undefined : search, sort, page, limit: pricesPerPage }
  const answer = await Promise.all([
    call(listServicePage, { query: asked }, { signal }),
    call(listPicks, undefined, { signal }),
  ]).catch(() => undefined)
  if (answer === undefined)
    return {
      query,
      platforms: [],
      range: undefined,
      services: [],
      lowest: undefined,
      totalItems: 0,
      totalPages: 1,
      hasFailed: true,
    }
  const [found, picks] = answer
  refuseBeyond({ page, totalPages: found.pagination.totalPages })
  const platforms = picks.platforms.map(({ name, services }) => ({ name, services }))
  const range = rangeOf(picks.platforms, platform)
  const isInOrder = sort === undefined && search === ''
  return {
    query,
    platforms,
    range,
    services: found.services.map(
      ({ average_time: averageTime, measured_time: measuredTime, ...service }) => ({
        ...service,
        averageTime,
        measuredTime,
      }),
    ),
    lowest: isInOrder ? new Map(found.lowest.map(({ category, rate }) => [category, rate])) : undefined,
    ...found.pagination,
    hasFailed: false,
  }
}

export default function PricingPage({ loaderData }: Route.ComponentProps) {
  const { query, platforms, range, services, lowest, totalItems, totalPages, hasFailed } = loaderData
  const t = useText(pricingText)
  const common = useText(commonText)
  const { number, language } = useFormat()
  const quantity = query.quantity === '' ? usualQuantity : readWhole(query.quantity, language, 'quantity')
  return (
    <div className="mx-auto grid max-w-content gap-7 px-4 pt-7 pb-20 wide:px-7 wide:pt-10">
      <Breadcrumbs trail={[{ name: t('title'), path: '/pricing' }]} />
      <ProductData
        name={t('title')}
        description={t('description')}
        path="/pricing"
        offers={services}
        range={range}
      />
      <PageHeading lead={t('lead')}>
        {query.platform === undefined ? t('title') : t('titleOf', { platform: query.platform })}
      </PageHeading>
      <PlatformLinks query={query} platforms={platforms} />
      <PriceForm query={query} />
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 text-14 text-ink-2">
        <p>
          {t('found', { count: totalItems })}
          {totalPages > 1 && `, ${t('page', { page: number(query.page), pages: number(totalPages) })}`}
        </p>
        <a
          href={toExport(query)}
          download
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-petrol hover:underline"
        >
          <Download aria-hidden className="size-4" />
          {common('exportFile')}
        </a>
      </div>
      {services.length > 0 ? (
        <>
          <ServiceList
            services={services}
            described={services}
            words={none}
            link={undefined}
            quantity={quantity === 0 ? undefined : quantity}
            lowest={lowest}
          />
          <NumberedPages
            page={query.page}
            totalPages={totalPages}
            addressOf={(page) => toPriceAddress(query, { page })}
          />
        </>
      ) : (
        <div className="grid justify-items-start gap-4 rounded-card border border-line bg-surface p-7">
          <p>{hasFailed ? t('failed') : t('none')}</p>
          <LinkButton to="/pricing" tone="secondary">
            {t('all')}
          </LinkButton>
        </div>
      )}
    </div>
  )
}

/** The filtered catalogue as a file. */
function toExport({ platform, search }: PriceQuery): string {
  const params = new URLSearchParams({ ...(platform && { platform }), ...(search && { search }) })
  return `/api/services/export.csv${params.size > 0 ? `?${params}` : ''}`
}

function PlatformLinks({
  query,
  platforms,
}: {
  query: PriceQuery
  platforms: readonly { name: string; services: number }[]
}) {
  const t = useText(pricingText)
  const { number } = useFormat()
  const all = platforms.reduce((sum, { services }) => sum + services, 0)
  const shape =
    'chosen flex min-h-11 shrink-0 items-center gap-2 rounded-control border px-3 text-14 transition-colors duration-120'
  const look = (isChosen: boolean) =>
    cx(
      shape,
      isChosen
        ? 'border-petrol bg-petrol-soft font-semibold text-petrol'
        : 'border-line bg-surface text-ink-2 hover:border-line-strong hover:text-ink',
    )
  return (
    <nav
      aria-label={t('platform')}
      className="flex gap-2 max-wide:-mx-4 max-wide:overflow-x-auto max-wide:px-4 wide:flex-wrap"
    >
      <Link
        to={toPriceAddress(query, { platform: undefined, page: 1 })}
        aria-current={query.platform === undefined ? 'true' : undefined}
        className={look(query.platform === undefined)}
      >
        {t('allPlatforms')} <span className="text-13 text-ink-3">{number(all)}</span>
      </Link>
      {platforms.map(({ name, services }) => (
        <Link
          key={name}
          to={toPriceAddress(query, { platform: name, page: 1 })}
          aria-current={name === query.platform ? 'true' : undefined}
          className={look(name === query.platform)}
        >
          <PlatformIcon platform={name} />
          {name} <span className="text-13 text-ink-3">{number(services)}</span>
        </Link>
      ))}
    </nav>
  )
}
