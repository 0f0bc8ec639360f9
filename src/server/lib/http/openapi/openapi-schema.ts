import * as z from 'zod/mini'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { MONEY_MAX, moneyToNumber } from '#contract/base/money.ts'

type Json = { [key: string]: unknown }
type Schema = NonNullable<Endpoint['body']>

/** The wire format, which is a codec's input side. */
export function toBodySchema(schema: Schema): Json {
  const largest = moneyToNumber(MONEY_MAX)
  return toSchema(schema, { io: 'input', moneyBounds: { minimum: -largest, maximum: largest } })
}

/** Sums may exceed the maximum of a single amount; a customer's balance is never negative. */
export function toAnswerSchema(schema: Schema): Json {
  return withBalances(toSchema(schema, { io: 'input', moneyBounds: {} })) as Json // of an object
}

const balances = new Set(['balance', 'balance_after', 'opening_balance', 'closing_balance'])

function withBalances(schema: unknown, name = ''): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withBalances(one, name))
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).map(([key, own]: [string, unknown]) => [
    key,
    key === 'properties' && typeof own === 'object' && own !== null
      ? Object.fromEntries(Object.entries(own).map(([member, one]) => [member, withBalances(one, member)]))
      : withBalances(own, name),
  ])
  const isBalance = balances.has(name) && 'type' in schema && schema.type === 'number'
  return { ...Object.fromEntries(members), ...(isBalance && { minimum: 0 }) }
}

/** Parameters are text on the wire, so each is described by the decoded type. */
export function toParameters(place: 'path' | 'query', schema: Schema | undefined): Json[] {
  if (schema === undefined) return []
  const { required = [] } = toBodySchema(schema) as { required?: string[] } // of an object
  const { properties = {} } = toSchema(schema, { io: 'output', moneyBounds: {} }) as { properties?: Json } // likewise
  return Object.entries(properties).map(([name, own]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: parameterWords[name],
    ...(isList(own) && { style: 'form', explode: false }),
    schema: own,
  }))
}

function isList(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'array'
}

/** The schema of an amount on the wire; checks are added to copies of it. */
const wireMoney: unknown = moneyCodec._zod.def.in

function toSchema(schema: Schema, { io, moneyBounds }: { io: 'input' | 'output'; moneyBounds: Json }): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === wireMoney)
        Object.assign(jsonSchema, { description: 'USD, with at most 8 decimals', ...moneyBounds })
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      // The replacement for an unreadable value is not a default.
      if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
      // The format is enough: the pattern is 500 bytes, a hundred times in the document.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
      // Zod's bounds of safe integers are not ours.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) {
        delete jsonSchema.minimum
        delete jsonSchema.maximum
      }
    },
  })
  return rest
}

/** Descriptions of path and query parameters. A name means the same everywhere. */
export const parameterWords: Readonly<Record<string, string>> = {
  action: 'Code of the action',
  actor_id: 'Id of the staff member',
  after: '`after` of the part before; absent for the first one',
  assigned: 'Open ones assigned to the caller (`me`) or to nobody (`nobody`)',
  attachment_id: 'Id of the attachment',
  attention: 'Only those that need review',
  before: 'Only ids below this one',
  by: 'What the rows are grouped by',
  category: 'Id of the category',
  compare: 'The period to compare with',
  cursor:
    '`next_cursor` of the previous page, or the last id if the answer is a bare array; absent for the first page',
  customer: 'Id of the customer',
  day: 'A day in UTC',
  direction: 'Ascending or descending',
  dispatch: 'Dispatch state',
  email: 'Email address, case-insensitive',
  expected_balance: 'The balance that was shown to the user',
  expected_open_orders: 'The number of open orders that was shown to the user',
  fresh: '`true`: made now instead of at most a minute ago',
  from: 'Start of the period: a time with time zone, or a day in UTC',
  gateway: 'Name of the gateway',
  hash: 'Hash of the image',
  id: 'Id',
  ids: 'Comma-separated ids, at most 100',
  key: 'Only those that came by the API key with this id',
  kind: 'Kind of change, or of notification',
  language: 'Language of the texts',
  limit: 'Maximum number of rows',
  link: 'The link, with or without protocol and www',
  mass_order: 'Id of the mass order',
  number: 'Number of the entry',
  order_id: 'Order id of the payment',
  page: 'Page number, starting at 1; the answer then has `pagination`',
  platform: 'Platform, case-insensitive',
  provider: 'Id of the provider',
  provider_id: 'Id of the provider',
  role: 'Role, case-insensitive',
  search: 'Search text, case-insensitive',
  sentence_id: 'Id of the phrase',
  service_id: 'Id of the service',
  size: 'Width in pixels',
  sort: 'Sort key; a leading minus reverses the order',
  state: 'State of the service',
  status: 'Status, case-insensitive; for orders a comma-separated list',
  subject: 'Type of the subject',
  subject_id: 'Id of the subject',
  to: 'End of the period: a time with time zone, exclusive, or a day in UTC, inclusive',
  token: 'Token of the link',
  type: 'Type, case-insensitive',
  unread: 'Only unread ones',
  user_id: "Id of the user; other users' only for staff",
  userId: 'Same as `user_id`',
  username: 'User name, case-insensitive',
  waiting: 'Only those where the customer wrote last',
}
