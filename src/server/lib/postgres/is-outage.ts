import { ConfigError } from '#server/lib/environment/environment.ts'

/** `absent`: nobody answers, or not to the end. `recovering`: PostgreSQL itself says that it takes nobody yet. */
export type Outage = { kind: 'absent' | 'recovering'; reason: string }

/** Nothing there, not yet, or a proxy before it that has nobody behind it. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
/** Connection trouble, and a session that was ended for an operator or beside another that crashed. */
const absentCodes = new Set(['08000', '08001', '08003', '08006', '57P02'])
/** PostgreSQL's own words for starting, recovering and shutting down, and for no room left. */
const recoveringCodes = new Set(['57P01', '57P03', '53300'])
/** Without a code: pg's own words, and PgBouncer's, which has one code for everything. */
const absentMessages =
  /timeout expired|timeout exceeded when trying to connect|Connection terminated|not queryable|received invalid response|cannot connect to server|server login has been failing(?!.*(password|does not exist))|server conn crashed|server closed the connection/

/**
 * Whether what was thrown means that the database is not there at the moment, and waiting may change it. Undefined for
 * all else: a refusal that stays as it is (a password, a name), and what has been given up on (a ConfigError).
 */
export function findOutage(thrown: unknown): Outage | undefined {
  if (!(thrown instanceof Error) || thrown instanceof ConfigError) return undefined
  const { code = '', syscall } = thrown as NodeJS.ErrnoException // of another kind it has neither
  // A name that means two addresses fails with two errors and no words of its own.
  const reason = thrown.message === '' ? code : thrown.message
  if (recoveringCodes.has(code)) return { kind: 'recovering', reason }
  // Of a socket in a folder: nobody has made it yet. A file may lack as well, and will not come by waiting.
  const isSocket = socketCodes.has(code) || (code === 'ENOENT' && syscall === 'connect')
  if (isSocket || absentCodes.has(code) || absentMessages.test(reason)) return { kind: 'absent', reason }
  return findOutage(thrown.cause)
}
