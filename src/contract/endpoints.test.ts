import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { superlinear } from '#test/growth.ts'

import { endpoints } from './endpoints.ts'

type Schema = z.core.$ZodTypes
/** A text that a client sends, with its checks, in order. */
type Text = { path: string; schema: Schema; max: number | undefined; checks: z.core.$ZodChecks[] }

const texts = endpoints.flatMap(({ name, endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema === undefined ? [] : textsIn(schema, `${name}.${part}`)
  }),
)

function textsIn(given: z.core.$ZodType, path: string): Text[] {
  const schema = given as Schema // zod's own union of everything it makes
  const { def } = schema._zod
  switch (def.type) {
    case 'string': {
      const checks = (def.checks ?? []) as z.core.$ZodChecks[] // likewise
      const lengths = checks.map((check) => check._zod.def).filter((one) => one.check === 'max_length')
      return [{ path, schema, max: lengths[0]?.maximum, checks }]
    }
    case 'object':
      return Object.entries(def.shape).flatMap(([key, member]) => textsIn(member, `${path}.${key}`))
    case 'optional':
    case 'nullable':
    case 'default':
      return textsIn(def.innerType, path)
    case 'array':
      return textsIn(def.element, `${path}[]`)
    case 'union':
      return def.options.flatMap((option) => textsIn(option, path))
    case 'pipe':
      // The decoding reads the text too.
      return textsIn(def.in, path).map((text) => ({ ...text, schema }))
    default:
      return []
  }
}

test('the test walks every call of the contract', () => {
  const paths = texts.map(({ path }) => path)
  for (const path of ['register.body.email', 'listServices.query.search', 'createOrder.body.comments'])
    expect(paths).toContain(path)
  expect(paths).toContain('importServices.body.serviceIds[]')
  expect(paths.length).toBeGreaterThan(50)
})

test.each(texts)('$path: the length is checked first, and refuses a longer text', ({ checks }) => {
  const defs = checks.map((check) => check._zod.def)
  const first = defs.findIndex(({ check }) => !['overwrite', 'min_length'].includes(check))
  // A pattern may end the checks as well: patterns are tested for linear time below.
  const ends = (def: (typeof defs)[number] | undefined) =>
    def?.check === 'string_format' || (def?.check === 'max_length' && def.abort === true)
  expect(ends(defs[first])).toBe(true)
})

/** Results by schema: most fields are shared by many calls, and measured once. */
const measured = new Map<Schema, string[]>()

function measure({ schema, max }: Text): string[] {
  const known = measured.get(schema)
  if (known !== undefined) return known
  const found = superlinear((text) => z.safeParse(schema, text), { length: max ?? 1_000 })
  measured.set(schema, found)
  return found
}

test.each(texts)('$path: ten times its maximum takes at most as many times as long', (text) => {
  expect(measure(text)).toEqual([])
})

const patterns = new Map(
  texts
    .flatMap(({ checks }) => checks.map((check) => check._zod.def))
    .flatMap((def) => ('pattern' in def && def.pattern !== undefined ? [def.pattern] : []))
    .map((pattern) => [String(pattern), pattern]),
)

test.each([...patterns])('%s is linear, whatever length it is given', (_source, pattern) => {
  expect(superlinear((text) => pattern.test(text))).toEqual([])
})
