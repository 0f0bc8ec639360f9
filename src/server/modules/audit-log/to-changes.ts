import { isDeepStrictEqual } from 'node:util'

import { money, moneyFromNumber } from '#contract/base/money.ts'
import type { RecordChange, RecordValue } from '#contract/audit-log/audit-log.ts'

/** What is kept of an action, as it stands in the database. */
export type KeptChange = {
  before: unknown
  after: unknown
  personal: unknown
  /** Of a person who is deleted: there was something of their own, and it is gone. */
  is_forgotten: boolean
}

/** Members that are amounts, in units as a text or in USD as a number; what stands in `rates` are amounts as well. */
const amounts = new Set([
  'balance',
  'refunded',
  'amount',
  'bonus',
  'credited_amount',
  'arrived',
  'rate',
  'original_rate',
  'cost',
  'from',
  'deposit_min',
  'deposit_max',
])

/**
 * What an action changed, member by member: those that became something else, or all where only one side is kept. Whatever
 * an earlier version wrote is read as well as it goes.
 */
export function toChanges({
  before,
  after,
  personal,
  is_forgotten: isForgotten,
}: KeptChange): RecordChange[] {
  const own = isObject(personal) ? personal : {}
  const old = new Map([...flatten(own['before']), ...flatten(before)])
  const fresh = new Map([...flatten(own['after']), ...flatten(after)])
  const fields = [...new Set([...old.keys(), ...fresh.keys()])].filter((field) => !isAside(field))
  const changes = fields.flatMap((field): RecordChange[] => {
    const [was, is] = [old.get(field) ?? null, fresh.get(field) ?? null]
    return isDeepStrictEqual(was, is) ? [] : [{ field, before: was, after: is }]
  })
  const gone: RecordChange = { field: 'name', before: { forgotten: true }, after: { forgotten: true } }
  return isForgotten ? [gone, ...changes] : changes
}

/** The hashes that prove what a deletion left are for the audit; when it was changed is the action's own time. */
function isAside(field: string): boolean {
  return field.startsWith('forgot.') || field === 'updated_at'
}

function flatten(kept: unknown, path = ''): [field: string, value: RecordValue][] {
  const value = toValue(kept, path)
  if (value !== undefined) return [[path, value]]
  const within = (name: string) => (path === '' ? name : `${path}.${name}`)
  if (Array.isArray(kept))
    return kept.flatMap((one, at) => flatten(one, within(nameOf(one) ?? String(at + 1))))
  if (!isObject(kept)) return []
  return Object.entries(kept).flatMap(([name, one]) => flatten(one, within(name)))
}

/** A row of a list is named by its id. */
function nameOf(row: unknown): string | undefined {
  return isObject(row) && typeof row['id'] === 'number' ? String(row['id']) : undefined
}

/** Undefined for what has members of its own, and for nothing. */
function toValue(kept: unknown, path: string): RecordValue | undefined {
  if (typeof kept === 'boolean') return { flag: kept }
  if (typeof kept === 'number' || typeof kept === 'string')
    return (isAmount(path) ? toMoney(kept) : undefined) ?? toPlain(kept)
  // An empty one is nothing: it may have been, or become, one of rows that have members.
  const isList =
    Array.isArray(kept) &&
    kept.length > 0 &&
    kept.every((one) => typeof one === 'string' || typeof one === 'number')
  return isList ? { text: kept.join(', ') } : undefined
}

function isAmount(path: string): boolean {
  const [parent, name = ''] = path.split('.').slice(-2)
  return amounts.has(name === '' ? (parent ?? '') : name) || (parent === 'rates' && name !== '')
}

function toMoney(kept: string | number): RecordValue | undefined {
  if (typeof kept === 'string') return /^-?\d{1,18}$/.test(kept) ? { money: money(BigInt(kept)) } : undefined
  const amount = moneyFromNumber(kept)
  return amount === undefined ? undefined : { money: amount }
}

function toPlain(kept: string | number): RecordValue {
  return typeof kept === 'number' ? { number: kept } : { text: kept }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
