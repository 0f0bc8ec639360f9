import { type CustomerRates, getRates } from '#contract/users/customer-rates.ts'
import { makeLateQuery, useLateQuery } from '#web/platform/query/late-query.ts'

const rates = makeLateQuery(async () => {
  const { queryOf } = await import('#web/platform/query/query.ts')
  return queryOf(getRates, { query: {} })
})

/**
 * The customer's own rule for `rateFor`; undefined for visitors, and until it is loaded. If it can't be loaded, the
 * catalogue's rates are shown, and the server reports an order's real price before anything is charged.
 */
export function useOwnRates(): CustomerRates | undefined {
  return useLateQuery(rates)
}

/** Fetches it, also if it is cached; concurrent calls share one request. A failure is only logged. */
export const { load: loadOwnRates } = rates
