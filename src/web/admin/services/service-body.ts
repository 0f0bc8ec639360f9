import { toWireMoney } from '#web/ui/fields/typed-number.ts'

/**
 * The service form as the body of its call. A text that is not a number stays unchanged, so that the schema refuses it.
 */
export function toServiceBody(data: FormData) {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const optional = (name: string) => (text(name) === '' ? undefined : text(name))
  return {
    name: text('name'),
    description: text('description'),
    category: optional('category'),
    platform: optional('platform'),
    rate: toWireMoney(text('rate')) ?? Number.NaN,
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

/** An empty text is not a number either. */
function toWhole(plain: string): number {
  return plain === '' ? Number.NaN : Number(plain)
}
