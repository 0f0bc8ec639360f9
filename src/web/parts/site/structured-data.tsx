import type { Service } from '#contract/catalogue/catalogue.ts'
import { addressIn, type Language } from '#contract/base/languages.ts'
import { toDecimal } from '#contract/base/money.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useSite } from '#web/platform/page/site-facts.ts'

/**
 * Structured data for search engines (schema.org). They read it in the server's HTML, so the browser's build contains
 * no data: on hydration the element stays as sent, and after client navigation it is empty.
 */
function StructuredData({ data }: { data?: object }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? write(data) : '' }}
    />
  )
}

/** Escapes everything that could end the script element. */
function write(data: object | undefined): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
}

type Trail = readonly { name: string; path: string }[]

/** From the front page to the current one. */
export function Breadcrumbs({ trail }: { trail: Trail }) {
  return import.meta.env.SSR ? <SentBreadcrumbs trail={trail} /> : <StructuredData />
}

function SentBreadcrumbs({ trail }: { trail: Trail }) {
  const { origin, brand } = useSite()
  const language = useLanguage()
  const all = [{ name: brand, path: '/' }, ...trail]
  const itemListElement = all.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: origin + addressIn(language, path),
  }))
  return <StructuredData data={{ '@type': 'BreadcrumbList', itemListElement }} />
}

type QuestionsProps = { questions: readonly { title: string; text: string }[] }

/** Only on the FAQ page: search engines want each question once. */
export function QuestionsData({ questions }: QuestionsProps) {
  return import.meta.env.SSR ? <SentQuestions questions={questions} /> : <StructuredData />
}

function SentQuestions({ questions }: QuestionsProps) {
  const mainEntity = questions.map(({ title, text }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text },
  }))
  return <StructuredData data={{ '@type': 'FAQPage', mainEntity }} />
}

export function SiteData() {
  return import.meta.env.SSR ? <SentSite /> : <StructuredData />
}

function SentSite() {
  const { origin, brand } = useSite()
  const language = useLanguage()
  const url = origin + addressIn(language, '/')
  const organization = { '@type': 'Organization', name: brand, url, logo: `${origin}/pictures/icon/512` }
  return (
    <StructuredData
      data={{ '@type': 'WebSite', name: brand, url, inLanguage: language, publisher: organization }}
    />
  )
}

type Offered = Pick<Service, 'id' | 'name' | 'rate'>
type ProductProps = {
  name: string
  description: string
  path: string
  /** Some of the services, which are shown on the page. */
  offers: readonly Offered[]
  /** The rates per 1000 of all services. */
  range: { lowest: bigint; highest: bigint; count: number } | undefined
}

/** What a catalogue page sells, at the displayed rates. */
export function ProductData({ range, ...told }: ProductProps) {
  if (range === undefined || told.offers.length === 0) return null
  return import.meta.env.SSR ? <SentProduct range={range} {...told} /> : <StructuredData />
}

type SentProductProps = ProductProps & { range: NonNullable<ProductProps['range']> }

function SentProduct({ name, description, path, offers, range }: SentProductProps) {
  const { origin, brand } = useSite()
  const language = useLanguage()
  const url = origin + addressIn(language, path)
  return (
    <StructuredData
      data={{
        '@type': 'Product',
        name,
        description,
        url,
        image: `${origin}/pictures/card/${language}`,
        brand: { '@type': 'Brand', name: brand },
        offers: {
          '@type': 'AggregateOffer',
          priceCurrency: 'USD',
          lowPrice: toPrice(range.lowest),
          highPrice: toPrice(range.highest),
          offerCount: range.count,
          offers: offers.slice(0, offersMax).map((one) => toOffer(one, origin, language)),
        },
      }}
    />
  )
}

const offersMax = 10

function toOffer({ id, name, rate }: Offered, origin: string, language: Language) {
  return {
    '@type': 'Offer',
    name,
    sku: String(id),
    price: toPrice(rate),
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    url: `${origin}${addressIn(language, '/services')}?search=${id}`,
  }
}

/** With all decimals, at least 2. */
function toPrice(amount: bigint): string {
  return toDecimal(amount).replace(/0{1,6}$/, '')
}
