import * as z from 'zod/mini'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { MONEY_MAX, moneyToNumber } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

import { parameterWords } from './parameter-words.ts'

type Json = { [key: string]: unknown }
type Schema = NonNullable<Endpoint['body']>

/** As it is on the wire, which is a codec's input side. */
export function toBodySchema(schema: Schema): Json {
  const largest = moneyToNumber(MONEY_MAX)
  return toSchema(schema, { io: 'input', moneyBounds: { minimum: -largest, maximum: largest } })
}

/** Sums may be above what any single amount can be; a customer's balance is never below 0. */
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

/** The wire has texts alone here, so each is described by what it stands for: a whole number, a word of a list, a time. */
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

/** The number of every amount, however it is checked further. */
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
      // The format says it: the pattern behind it is half a kilobyte, and a hundred times in the document.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
      // What JavaScript can count to is no bound of ours.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) {
        delete jsonSchema.minimum
        delete jsonSchema.maximum
      }
    },
  })
  return rest
}
