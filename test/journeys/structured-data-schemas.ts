import * as z from 'zod'

/** Our own schemas of the structured data: exactly what our pages contain. */
const url = z.url({ protocol: /^https?$/ })
const text = z.string().min(1)
const price = z.string().regex(/^\d+\.\d{2,8}$/)
const context = { '@context': z.literal('https://schema.org') }

const breadcrumbs = z.strictObject({
  ...context,
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int().positive(),
        name: text,
        item: url,
      }),
    )
    .min(2),
})

const questions = z.strictObject({
  ...context,
  '@type': z.literal('FAQPage'),
  mainEntity: z
    .array(
      z.strictObject({
        '@type': z.literal('Question'),
        name: text,
        acceptedAnswer: z.strictObject({ '@type': z.literal('Answer'), text }),
      }),
    )
    .min(4),
})

const offer = z.strictObject({
  '@type': z.literal('Offer'),
  name: text,
  sku: z.string().regex(/^\d+$/),
  price,
  priceCurrency: z.literal('USD'),
  availability: z.literal('https://schema.org/InStock'),
  url,
})

const product = z.strictObject({
  ...context,
  '@type': z.literal('Product'),
  name: text,
  description: text,
  url,
  image: url,
  brand: z.strictObject({ '@type': z.literal('Brand'), name: text }),
  offers: z.strictObject({
    '@type': z.literal('AggregateOffer'),
    priceCurrency: z.literal('USD'),
    lowPrice: price,
    highPrice: price,
    offerCount: z.int().positive(),
    offers: z.array(offer).min(1).max(10),
  }),
})

const site = z.strictObject({
  ...context,
  '@type': z.literal('WebSite'),
  name: text,
  url,
  inLanguage: z.enum(['en', 'vi', 'ru']),
  publisher: z.strictObject({ '@type': z.literal('Organization'), name: text, url, logo: url }),
})

export const structuredData = z.discriminatedUnion('@type', [breadcrumbs, questions, product, site])

export const openGraph = z.looseObject({
  description: z.string().min(40).max(300),
  'og:type': z.literal('website'),
  'og:site_name': text,
  'og:title': text,
  'og:description': z.string().min(40).max(300),
  'og:url': url,
  'og:image': z.string().regex(/^https?:\/\/[^/]+\/pictures\/card\/(?:en|vi|ru)$/),
  'og:image:type': z.literal('image/png'),
  'og:image:width': z.literal('1200'),
  'og:image:height': z.literal('630'),
  'og:image:alt': text,
  'og:locale': z.enum(['en_US', 'vi_VN', 'ru_RU']),
  'twitter:card': z.literal('summary_large_image'),
})
