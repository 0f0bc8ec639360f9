import { type ComponentProps, memo, useMemo } from 'react'
import { partsOf } from '#web/parts/catalogue/names/name-parts.ts'
import { PlatformIcon } from '#web/parts/catalogue/service/platform-icon.tsx'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { SearchedWords } from '#web/parts/catalogue/names/highlight.tsx'
import { readNameAmong } from '#web/parts/catalogue/names/read-name.ts'
import type { DescribedService } from '#web/site/services/load-services.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { ServiceCard } from './service-card.tsx'
import { useDescriptions } from './use-descriptions.ts'

type ServiceListProps = {
  services: readonly IndexedService[]
  /** Services whose descriptions the server sent with the page. */
  described: readonly DescribedService[]
  words: readonly string[]
  /** The link that they will be ordered for. */
  link: string | undefined
  /** Each row shows the price of this quantity. */
  quantity: number | undefined
  /** The lowest rate per 1000 by category: in catalogue order each category has a heading. Undefined in other orders. */
  lowest: ReadonlyMap<number, bigint> | undefined
}

/** As in `later-*` (base.css). */
const laterMilliseconds = 1500

/**
 * One page of services, on /services, /services/{platform} and /pricing. A row keeps its element when the index
 * replaces what the server sent.
 */
export const ServiceList = memo(function ServiceList({
  services,
  described,
  words,
  link,
  quantity,
  lowest,
}: ServiceListProps) {
  const t = useText(catalogueText)
  const sent = useMemo(() => new Map(described.map(({ id, description }) => [id, description])), [described])
  const describe = useDescriptions(services.flatMap(({ id }) => (sent.has(id) ? [] : id)))
  const rows = services.map((service, at) => (
    // About the height of a row. Rows below the screen are laid out in groups of five: all at once would block a slow phone.
    <li
      key={service.id}
      className="later-33 wide:later-20"
      style={{ animationDelay: `${laterMilliseconds + Math.floor(at / 5) * 250}ms` }}
    >
      <NamedCard
        services={services}
        at={at}
        service={service}
        description={sent.get(service.id) ?? describe(service.id)}
        link={link}
        quantity={quantity}
        isInCategory={lowest !== undefined}
      />
    </li>
  ))
  return (
    <SearchedWords value={words}>
      {/* The lines between rows, and the last one, belong to the rows. */}
      <ul
        aria-label={t('list')}
        className="overflow-clip rounded-card border border-b-0 border-line bg-surface"
      >
        {lowest === undefined
          ? rows
          : categoriesOf(services).map(({ from, until, service }) => (
              <li key={`${service.category.id}-${service.id}`}>
                <CategoryHeading service={service} lowest={lowest.get(service.category.id)} />
                <ul>{rows.slice(from, until)}</ul>
              </li>
            ))}
      </ul>
    </SearchedWords>
  )
})

type NamedCardProps = Omit<ComponentProps<typeof ServiceCard>, 'readName'> & {
  services: readonly IndexedService[]
  at: number
}

/** Each row parses its own name: all names of a page at once would block a slow phone, since React can't pause there. */
function NamedCard({ services, at, ...card }: NamedCardProps) {
  return <ServiceCard {...card} readName={readNameAmong(services, at)} />
}

/** Where each category begins and ends, with its first service. */
function categoriesOf(services: readonly IndexedService[]) {
  const begins = services.flatMap(({ category }, at) =>
    services[at - 1]?.category.id === category.id ? [] : at,
  )
  return begins.flatMap((from, at) => {
    const service = services[from]
    return service === undefined ? [] : { from, until: begins[at + 1] ?? services.length, service }
  })
}

type CategoryHeadingProps = { service: IndexedService; lowest: bigint | undefined }

/** Stays visible below the page's header as long as its rows. */
function CategoryHeading({ service: { category, platform }, lowest }: CategoryHeadingProps) {
  const t = useText(catalogueText)
  const { money } = useFormat()
  return (
    <div className="sticky top-18 z-10 flex items-center justify-between gap-4 border-b border-line bg-sunken px-4 py-1.5 compact:top-14 signed-in:top-14">
      <h2 className="flex min-w-0 items-center gap-2 font-text text-14 font-semibold">
        <PlatformIcon platform={platform} />
        <bdi className="line-clamp-2 wrap-anywhere">{partsOf(category.name).join(' · ')}</bdi>
      </h2>
      {lowest !== undefined && (
        <p className="shrink-0 text-13 text-ink-2 tabular-nums">{t('fromRate', { rate: money(lowest) })}</p>
      )}
    </div>
  )
}
