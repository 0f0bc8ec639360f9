import { type DestinationStream, type Logger, pino } from 'pino'

import type { LogLevel } from '#server/boot/variables.ts'

/** The log of a process: lines of JSON, an error without the values that it is about. */
export function makeLog(level: LogLevel, to: DestinationStream = process.stderr): Logger {
  return pino({ level, serializers: { err: toLoggedError } }, to)
}

/**
 * Where it happened and what PostgreSQL calls it. Its `detail` and `where` hold whole rows, with links, names and
 * emails in them, and what other libraries hang on an error holds requests.
 */
export function toLoggedError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown
  const { name, message, stack, cause } = thrown
  const facts: Record<string, unknown> = { name, message, stack }
  for (const key of ['code', 'constraint', 'table', 'column', 'routine'])
    if (key in thrown) facts[key] = (thrown as unknown as Record<string, unknown>)[key] // named members of an error object
  return cause === undefined ? facts : { ...facts, cause: toLoggedError(cause) }
}
