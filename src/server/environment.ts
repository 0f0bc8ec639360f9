/** How a variable is read, whatever it is for. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A variable that cannot be used; the message is a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** An empty variable is an absent one: that is how compose files and unit files unset things. */
export function text(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

export function choice<T extends string>(
  env: Environment,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const value = text(env, name)?.toLowerCase()
  if (value === undefined) return undefined
  const found = allowed.find((one) => one === value)
  if (!found) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}; it is "${value}".`)
  return found
}

export function port(env: Environment, name: string): number | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new ConfigError(`${name} must be a port from 0 to 65535; it is "${value}".`)
  return Number(value)
}

/** Not trimmed: blanks are part of a password. */
export function password(env: Environment, name: string): string | undefined {
  const value = env[name] || undefined
  if (value !== undefined && value.length < 8)
    throw new ConfigError(`${name} must have at least 8 characters.`)
  return value
}
