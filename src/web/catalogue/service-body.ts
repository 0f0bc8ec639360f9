import { moneyToNumber, parseMoney } from '#contract/money.ts'

/** What a form about a service holds, as the call takes it. What is no number stays none, so that its schema refuses it. */
export function toServiceBody(data: FormData) {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const optional = (name: string) => (text(name) === '' ? undefined : text(name))
  return {
    name: text('name'),
    description: text('description'),
    category: optional('category'),
    platform: optional('platform'),
    rate: toRate(text('rate')),
    min: toWhole(text('min')),
    max: toWhole(text('max')),
    average_time: optional('average_time') ?? null,
    is_active: data.has('is_active'),
    by_hand: data.has('by_hand'),
    refill: data.has('refill'),
    cancel: data.has('cancel'),
    below_cost: data.has('below_cost'),
  }
}

/** "1.25" and "1,25": rates have no signs between thousands. */
export function toRate(text: string): number {
  const amount = parseMoney(text.trim().replace(',', '.'))
  return amount === undefined ? Number.NaN : moneyToNumber(amount)
}

/** "1000", "1 000". */
export function toWhole(text: string): number {
  const digits = text.replace(/[\s\u00a0\u202f]/g, '')
  return /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
}
