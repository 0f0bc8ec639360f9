import * as z from 'zod/mini'

export type Environment = Readonly<Record<string, string | undefined>>

/** Invalid configuration; the message is a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads all variables of the table. Throws a ConfigError for the first invalid one. */
export function readVariables<Shape extends z.core.$ZodShape>(
  shape: Shape,
  env: Environment,
): z.output<z.ZodMiniObject<Shape>> {
  const read = z.safeParse(z.object(shape), env)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new ConfigError(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}

/** An empty variable counts as absent: that is how compose and unit files unset one. */
const trimmed = z.pipe(
  z.optional(z.string()),
  z.transform((given) => given?.trim() || undefined),
)

export const text = z.pipe(trimmed, z.optional(z.string()))

/** A variable parsed by `read`. If that returns undefined, the error says what it `must` be, with the value unless `isSecret`. */
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

/** Not trimmed: a password may have spaces at the ends. */
export const password = z.pipe(
  z.pipe(
    z.optional(z.string()),
    z.transform((given) => given || undefined),
  ),
  z.optional(z.string().check(z.minLength(8, 'must have at least 8 characters.'))),
)
