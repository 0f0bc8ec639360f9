import * as z from 'zod/mini'

/** How a variable is read, whatever it is for. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A variable that cannot be used; the message is a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The variables of a table, each under its name; the first that can not be used ends it with a sentence. */
export function readVariables<Shape extends z.core.$ZodShape>(
  shape: Shape,
  env: Environment,
): z.output<z.ZodMiniObject<Shape>> {
  const read = z.safeParse(z.object(shape), env)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new ConfigError(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}

/** An empty variable is an absent one: that is how compose files and unit files unset things. */
const trimmed = z.pipe(
  z.optional(z.string()),
  z.transform((given) => given?.trim() || undefined),
)

export const text = z.pipe(trimmed, z.optional(z.string()))

/** What `read` makes of a text; where that is nothing, what the variable `must` be. `isSecret`: it is not repeated. */
export function variable<Value>(
  read: (given: string) => Value | undefined,
  must: string,
  { isSecret = false } = {},
) {
  return z.pipe(
    trimmed,
    z.transform((given, refusals): Value | undefined => {
      const value = given === undefined ? undefined : read(given)
      if (given !== undefined && value === undefined)
        refusals.issues.push({
          code: 'custom',
          input: given,
          message: isSecret ? `${must}.` : `${must}; it is "${given}".`,
        })
      return value
    }),
  )
}

export function choice<const Choice extends string>(allowed: readonly Choice[]) {
  return variable(
    (given) => allowed.find((one) => one === given.toLowerCase()),
    `must be one of ${allowed.join(', ')}`,
  )
}

const PORT_MAX = 65_535

export const port = variable(
  (given) => (/^\d{1,5}$/.test(given) && Number(given) <= PORT_MAX ? Number(given) : undefined),
  `must be a port from 0 to ${PORT_MAX}`,
)

/** Not trimmed: blanks are part of a password. */
export const password = z.pipe(
  z.pipe(
    z.optional(z.string()),
    z.transform((given) => given || undefined),
  ),
  z.optional(z.string().check(z.minLength(8, 'must have at least 8 characters.'))),
)
