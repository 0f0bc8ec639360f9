type Schema = { readonly [key: string]: unknown }

const wordsMax = 20
/** The maximum of ids and counts is left out. */
const largest = 2_147_483_647
const depthMax = 4

/**
 * A JSON schema in words: "integer, 1 to 500", "PENDING | PROCESSING", "{ success: true, order: { id: integer } }".
 * Answers are described without limits, and with the first part of the description. Unknown schemas are "any".
 */
export function describeSchema(schema: unknown, isAnswer = false, depth = depthMax): string {
  if (!isSchema(schema)) return 'any'
  const say = (inner: unknown) => describeSchema(inner, isAnswer, depth - 1)
  const { const: constant, enum: words, type, anyOf, oneOf, items, properties, description } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(words)) {
    const said = words.slice(0, wordsMax).map((word) => JSON.stringify(word))
    return [...said, ...(words.length > wordsMax ? ['…'] : [])].join(' | ')
  }
  const either = anyOf ?? oneOf
  if (Array.isArray(either)) return [...new Set(either.map(say))].join(' | ')
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return `list of ${say(items)}`
  if (type === 'object') {
    if (!isSchema(properties) || depth === 0) return 'object'
    const always: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
    const members = Object.entries(properties).map(
      ([name, own]) => `${name}${always.includes(name) ? '' : '?'}: ${say(own)}`,
    )
    return `{ ${members.join(', ')} }`
  }
  if (typeof type !== 'string') return 'any'
  if (isAnswer) return typeof description === 'string' ? `${type} (${description.split(',')[0]})` : type
  return [type, sayBounds(schema), ...(typeof description === 'string' ? [description] : [])]
    .filter((part) => part !== '')
    .join(', ')
}

function sayBounds({ minimum, maximum, minLength, maxLength }: Schema): string {
  const isText = minLength !== undefined || maxLength !== undefined
  const least = boundOf(isText ? minLength : minimum)
  const most = boundOf(isText ? maxLength : maximum)
  const unit = isText ? ' characters' : ''
  if (most === undefined) return least === undefined ? '' : `${least}${unit} or more`
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`
}

function boundOf(bound: unknown): number | undefined {
  return typeof bound === 'number' && Math.abs(bound) < largest ? bound : undefined
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
