import { isDeepStrictEqual } from 'node:util'

import { money, moneyFromNumber } from '#contract/base/money.ts'
import type { AuditChange, AuditValue } from '#contract/audit-log/audit-log.ts'

/** The stored values of an action. */
export type StoredChange = {
  before: unknown
  after: unknown
  personal: unknown
  /** Had personal data of a user who has been deleted. */
  is_forgotten: boolean
}

/** Members that are amounts, in units as text or in USD as a number. Members of `rates` are amounts too. */
const amounts = new Set([
  'balance',
  'refund_limit',
  'refunded',
  'amount',
  'bonus',
  'fee',
  'credited_amount',
  'reversed',
  'proposed_amount',
  'arrived',
  'rate',
  'original_rate',
  'cost',
  'from',
  'deposit_min',
  'deposit_max',
])

/** What an action changed, member by member: those that differ, or all if only one side is stored. */
export function toChanges({
  before,
  after,
  personal,
  is_forgotten: isForgotten,
}: StoredChange): AuditChange[] {
  const own = isObject(personal) ? personal : {}
  const old = new Map([...flatten(own['before']), ...flatten(before)])
  const fresh = new Map([...flatten(own['after']), ...flatten(after)])
  const fields = [...new Set([...old.keys(), ...fresh.keys()])].filter((field) => field !== 'updated_at')
  const changes = fields.flatMap((field): AuditChange[] => {
    const [was, is] = [old.get(field) ?? null, fresh.get(field) ?? null]
    return isDeepStrictEqual(was, is) ? [] : [{ field, before: was, after: is }]
  })
  const gone: AuditChange = { field: 'name', before: { forgotten: true }, after: { forgotten: true } }
  return isForgotten ? [gone, ...changes] : changes
}

function flatten(stored: unknown, path = ''): [field: string, value: AuditValue][] {
  const value = toValue(stored, path)
  if (value !== undefined) return [[path, value]]
  const within = (name: string) => (path === '' ? name : `${path}.${name}`)
  if (Array.isArray(stored))
    return stored.flatMap((one, at) => flatten(one, within(nameOf(one) ?? String(at + 1))))
  if (!isObject(stored)) return []
  return Object.entries(stored).flatMap(([name, one]) => flatten(one, within(name)))
}

/** Rows of a list are identified by their id. */
function nameOf(row: unknown): string | undefined {
  return isObject(row) && typeof row['id'] === 'number' ? String(row['id']) : undefined
}

/** Undefined for null and for values with members. */
function toValue(stored: unknown, path: string): AuditValue | undefined {
  if (typeof stored === 'boolean') return { flag: stored }
  if (typeof stored === 'number' || typeof stored === 'string')
    return (isAmount(path) ? toMoney(stored) : undefined) ?? toPlain(stored)
  // An empty list has no value: the other side may be a list of rows.
  const isList =
    Array.isArray(stored) &&
    stored.length > 0 &&
    stored.every((one) => typeof one === 'string' || typeof one === 'number')
  return isList ? { text: stored.join(', ') } : undefined
}

function isAmount(path: string): boolean {
  const [parent, name = ''] = path.split('.').slice(-2)
  return amounts.has(name === '' ? (parent ?? '') : name) || (parent === 'rates' && name !== '')
}

function toMoney(stored: string | number): AuditValue | undefined {
  if (typeof stored === 'string')
    return /^-?\d{1,18}$/.test(stored) ? { money: money(BigInt(stored)) } : undefined
  const amount = moneyFromNumber(stored)
  return amount === undefined ? undefined : { money: amount }
}

function toPlain(stored: string | number): AuditValue {
  return typeof stored === 'number' ? { number: stored } : { text: stored }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
