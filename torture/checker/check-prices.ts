import { type Finding, finding } from './finding.ts'
import type { OrderRow, Rows } from './read-rows.ts'

/** Costs and prices that follow from the providers' lists, in units of 0.00000001 USD per 1,000. */
export type KnownPrices = {
  /** By `provider service`: every cost that its list has contained in this run. */
  costs: ReadonlyMap<string, ReadonlySet<bigint>>
  /** By service id: every rate that follows from those costs. */
  prices: ReadonlyMap<number, ReadonlySet<bigint>>
}

/**
 * A service's cost is the one on its provider's list: an absurd charge, or one read under another order's id,
 * changes neither the cost nor the rate nor the price of an order.
 */
export function checkPrices(
  { services, supplies, orders }: Pick<Rows, 'services' | 'supplies' | 'orders'>,
  { costs, prices }: KnownPrices,
): Finding[] {
  return [
    ...supplies.flatMap(({ provider, providerService, cost }) => {
      const known = costs.get(`${provider} ${providerService}`)
      return known?.has(cost) === false
        ? [
            finding(
              'other',
              `service ${providerService} of ${provider} costs ${cost}, which no list has said`,
            ),
          ]
        : []
    }),
    ...services.flatMap(({ id, name, rate }) =>
      prices.get(id)?.has(rate) === false
        ? [finding('other', `${name} is sold for ${rate}, which follows from no list`)]
        : [],
    ),
    ...[
      ...Map.groupBy(supplies, ({ provider, providerService }) => `${providerService} of ${provider}`),
    ].flatMap(([what, { length }]) =>
      length > 1 ? [finding('duplicated', `service ${what} was imported ${length} times`)] : [],
    ),
    ...[...Map.groupBy(orders, ({ serviceId, rate }) => `${serviceId} at ${rate}`)].flatMap(
      ([what, sold]) => {
        const [first] = sold
        return first === undefined || prices.get(first.serviceId)?.has(first.rate) !== false
          ? []
          : [
              finding(
                'other',
                `${sold.length} of service ${what} were sold, which follows from no list: order ${first.id}, …`,
              ),
            ]
      },
    ),
    ...orders.flatMap(faultsOfPrice),
  ]
}

function faultsOfPrice({ id, rate, price, quantity }: OrderRow): Finding[] {
  const due = (rate * BigInt(quantity)) / 1000n
  return price === due
    ? []
    : [finding('other', `order ${id} costs ${price}; ${quantity} at ${rate} are ${due}`)]
}
