import type * as z from 'zod/mini'

type Schema = z.core.$ZodType
type Members = Readonly<Record<string, unknown>>

/** The schema of a GET's answer; `within`: the field that has the object itself, if the answer has several. */
export type GivenBy = { readonly answer: Schema; readonly within?: string }

/**
 * Lets clients send back what GET answered, with changes: the whole answer or the object alone. Drops fields that only GET has,
 * since they can't be changed. Unknown fields stay and are refused.
 */
export function takeBack(body: Schema, { answer, within }: GivenBy, sent: unknown): unknown {
  if (!isObject(sent) || within === undefined) return leaveOut(body, answer, sent)
  const { [within]: thing, ...around } = sent
  const given = { ...shapeOf(answer) }
  if (!isObject(thing)) {
    // `{user: 5}` is not an answer of GET, so `user` is refused as an unknown field.
    const { [within]: whole, ...outside } = given
    return leaveOutOf(body, { ...outside, ...shapeOf(whole) }, sent)
  }
  // Fields next to the object were added by the client, so they win.
  return { ...leaveOutOf(body, shapeOf(given[within]) ?? {}, thing), ...leaveOutOf(body, given, around) }
}

function leaveOut(taken: Schema | undefined, given: Schema | undefined, value: unknown): unknown {
  const elements = [elementOf(taken), elementOf(given)] as const
  if (Array.isArray(value) && elements[0] !== undefined)
    return value.map((one) => leaveOut(elements[0], elements[1], one))
  const shape = shapeOf(given)
  return isObject(value) && shape !== undefined && shapeOf(taken) !== undefined
    ? leaveOutOf(taken, shape, value)
    : value
}

function leaveOutOf(
  taken: Schema | undefined,
  given: Readonly<Record<string, Schema>>,
  value: Members,
): Members {
  const shape = shapeOf(taken) ?? {}
  const left = Object.entries(value).filter(
    ([name]) => Object.hasOwn(shape, name) || !Object.hasOwn(given, name),
  )
  const ownOf = (schemas: Readonly<Record<string, Schema>>, name: string) =>
    Object.hasOwn(schemas, name) ? schemas[name] : undefined
  return Object.fromEntries(
    left.map(([name, own]) => [name, leaveOut(ownOf(shape, name), ownOf(given, name), own)]),
  )
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function elementOf(schema: Schema | undefined): Schema | undefined {
  const def = defOf(schema)
  return def?.type === 'array' ? def.element : undefined
}

function shapeOf(schema: Schema | undefined): Readonly<Record<string, Schema>> | undefined {
  const def = defOf(schema)
  return def?.type === 'object' ? def.shape : undefined
}

/** Unwraps optional, nullable and default. */
function defOf(schema: Schema | undefined): z.core.$ZodTypes['_zod']['def'] | undefined {
  if (schema === undefined) return undefined
  const { def } = (schema as z.core.$ZodTypes)._zod // zod's own union of all its types
  const isAround = def.type === 'optional' || def.type === 'nullable' || def.type === 'default'
  return isAround ? defOf(def.innerType) : def
}
