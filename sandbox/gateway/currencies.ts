import { formatDecimal, multiplyDivide, parseDecimal } from '#sandbox/decimal.ts'

/** The value of one unit in USD; constant here. */
const USD_PER_UNIT: Readonly<Record<string, string>> = {
  USD: '1',
  EUR: '1.08',
  GBP: '1.27',
  INR: '0.0119',
  RUB: '0.011',
  TRY: '0.03',
  VND: '0.00004',
  USDT: '1',
  USDC: '1',
  BTC: '60000',
  ETH: '3000',
  BNB: '600',
  TRX: '0.12',
}

/** The currencies and networks for payment, each with its minimum. */
const WAYS = [
  { currency: 'USDT', network: 'bsc', least: '0.5', most: '10000000' },
  { currency: 'USDT', network: 'tron', least: '1', most: '10000000' },
  { currency: 'USDT', network: 'eth', least: '10', most: '10000000' },
  { currency: 'USDC', network: 'bsc', least: '0.5', most: '10000000' },
  { currency: 'BTC', network: 'btc', least: '0.00005', most: '100' },
  { currency: 'ETH', network: 'eth', least: '0.001', most: '5000' },
  { currency: 'BNB', network: 'bsc', least: '0.001', most: '5000' },
  { currency: 'TRX', network: 'tron', least: '5', most: '10000000' },
] as const
const PERCENT = '2.00'

export function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && Object.hasOwn(USD_PER_UNIT, value)
}

/** Converts an amount between currencies, both in units of 0.00000001. */
export function exchange(units: bigint, { from, to }: { from: string; to: string }): bigint {
  return from === to ? units : multiplyDivide(units, usdPerUnit(from), usdPerUnit(to))
}

/** Why this amount can't be paid that way, in the gateway's own words. */
export function findWayFault({
  currency,
  network,
  amount,
}: {
  currency: string
  network: string
  amount: bigint
}): string | undefined {
  const way = WAYS.find((one) => one.currency === currency && one.network === network)
  if (!way) return 'Not found service to_currency'
  if (amount < unitsOf(way.least)) return `Minimum amount ${way.least} ${currency}`
  return amount > unitsOf(way.most) ? `Maximum amount ${way.most} ${currency}` : undefined
}

/** `/v1/payment/services`. */
export function showServices(): unknown[] {
  return WAYS.map(({ currency, network, least, most }) => ({
    network,
    currency,
    is_available: true,
    limit: { min_amount: formatDecimal(unitsOf(least), 8), max_amount: formatDecimal(unitsOf(most), 8) },
    commission: { fee_amount: '0.00', percent: PERCENT },
  }))
}

function usdPerUnit(currency: string): bigint {
  return unitsOf(USD_PER_UNIT[currency] ?? '1')
}

function unitsOf(text: string): bigint {
  return parseDecimal(text) ?? 0n
}
