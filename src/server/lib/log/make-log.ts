import { type DestinationStream, type Logger, pino } from 'pino'

import type { LogLevel } from '#server/boot/variables.ts'

/** The log of a process: JSON lines, with errors reduced by `toLoggedError`. */
export function makeLog(level: LogLevel, to: DestinationStream = process.stderr): Logger {
  // The multipart parser logs all headers at the most verbose level, with tokens and keys.
  const redact = { paths: ['busboyOptions'], remove: true }
  return pino({ level, serializers: { err: toLoggedError }, redact }, to)
}

/**
 * Message, stack and PostgreSQL's names. `detail` and `where` of PostgreSQL contain whole rows with links, names and emails,
 * and properties of other libraries' errors contain requests, so they are left out.
 */
export function toLoggedError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown
  const { name, message, stack, cause } = thrown
  const facts: Record<string, unknown> = { name, message, stack }
  for (const key of ['code', 'constraint', 'table', 'column', 'routine'])
    if (key in thrown) facts[key] = (thrown as unknown as Record<string, unknown>)[key] // named members of an error object
  return cause === undefined ? facts : { ...facts, cause: toLoggedError(cause) }
}
