import { texts } from '#web/platform/i18n/table.ts'

export const pricingText = texts({
  title: 'Pricing',
  titleOf: '{platform} prices',
  description:
    'Every rate in USD per 1,000, with minimum and maximum quantity and the price for your quantity. As a table or a CSV file, no account needed.',
  lead: "Every rate in USD per 1,000. This is what you're charged: an order keeps its price.",
  allPlatforms: 'All platforms',
  search: 'Search',
  searchHint: 'Name, ID, category',
  sort: 'Sort by',
  sortCatalogue: 'Catalogue order',
  sortPrice: 'Lowest price first',
  sortPriceDown: 'Highest price first',
  sortMin: 'Smallest order first',
  show: 'Show',
  found: { one: '{count} service', other: '{count} services' },
  page: 'page {page} of {pages}',
  none: 'No services found',
  all: 'Show All Services',
  failed: "Couldn't load the prices. Please try again.",
})
