import { type CustomerRates, getRates } from '#contract/users/customer-rates.ts'
import { makeLateQuery, useLateQuery } from '#web/platform/query/late-query.ts'

const rates = makeLateQuery(async () => {
  const { queryOf } = await import('#web/platform/query/query.ts')
  return queryOf(getRates, { query: {} })
})

/**
 * The customer's own rule for `rateFor`; undefined for strangers, and until it is here. Where it can not be had the
 * catalogue's rates are shown, and the server says what an order really costs before anything is charged.
 */
export function useOwnRates(): CustomerRates | undefined {
  return useLateQuery(rates)
}

/** Asks for it, also where one is known; those who ask at once share the answer. A failure is only logged. */
export const { load: loadOwnRates } = rates
