import * as z from 'zod/mini'

const texts = [
  'a',
  '1',
  '0.5',
  '1.00000000',
  'USD',
  '2026-11-22T10:00:00.000Z',
  '2026-11-22',
  'https://example.com',
  'a@example.com',
  'abcdef',
]
const numbers = [1, 0, 100, 1_000]

/** A valid value of a schema as sent: all members, one item per list. Undefined if none was found. */
export function sampleOf(schema: z.core.$ZodType): unknown {
  return samples(schema._zod.def as unknown as Definition).find((value) => isTaken(schema, value))
}

/** Each type's own members, where zod stores them. */
type Definition = { type: string } & Record<string, unknown>

function samples(def: Definition): readonly unknown[] {
  const inner = (name: string) => sampleOf(def[name] as z.core.$ZodType) // each type's own member
  if (def.type === 'object') {
    const shape = Object.entries(def['shape'] as Record<string, z.core.$ZodType>)
    return [Object.fromEntries(shape.map(([name, member]) => [name, sampleOf(member)]))]
  }
  if (def.type === 'array') return [[inner('element')], []]
  if (def.type === 'nullable') return [inner('innerType'), null]
  if (def.type === 'optional') return [inner('innerType'), undefined]
  if (def.type === 'default' || def.type === 'readonly') return [inner('innerType')]
  if (def.type === 'pipe') return [inner('in')]
  if (def.type === 'lazy') return [sampleOf((def['getter'] as () => z.core.$ZodType)())]
  if (def.type === 'enum') return Object.values(def['entries'] as object)
  if (def.type === 'literal') return def['values'] as unknown[]
  if (def.type === 'union') return (def['options'] as z.core.$ZodType[]).map((option) => sampleOf(option))
  if (def.type === 'record') return [entriesOf(def), {}]
  if (def.type === 'tuple') return [(def['items'] as z.core.$ZodType[]).map((item) => sampleOf(item))]
  if (def.type === 'boolean') return [true, false]
  if (def.type === 'number') return numbers
  return texts
}

/** With every key if they are known. */
function entriesOf(def: Definition): unknown {
  const { def: key } = (def['keyType'] as z.core.$ZodType)._zod
  const names = samples(key as unknown as Definition)
  const value = sampleOf(def['valueType'] as z.core.$ZodType)
  return Object.fromEntries((key.type === 'enum' ? names : names.slice(0, 1)).map((name) => [name, value]))
}

function isTaken(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeDecode(schema as z.ZodMiniType, value as never).success
}
