import { texts } from '#web/platform/i18n/table.ts'

export const pricingText = texts({
  title: 'Pricing',
  titleOf: '{platform} prices',
  description:
    'Every rate of the catalogue in USD per 1,000, with smallest and largest quantity, and what your own quantity costs. As a table, as a CSV file, without an account.',
  lead: 'Every rate, in USD per 1,000. This is what is charged: an order keeps the price at which it was placed.',
  allPlatforms: 'All platforms',
  search: 'Search',
  searchHint: 'Name, ID, category',
  sort: 'Order',
  sortCatalogue: 'Catalogue order',
  sortPrice: 'Lowest price first',
  sortPriceDown: 'Highest price first',
  sortMin: 'Smallest order first',
  show: 'Show',
  found: { one: '{count} service', other: '{count} services' },
  page: 'page {page} of {pages}',
  none: 'No service fits.',
  all: 'Show all services',
  failed: 'The prices cannot be read at the moment. Please try again.',
})
