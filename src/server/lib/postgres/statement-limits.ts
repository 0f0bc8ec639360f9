/** Timeout of an ordinary statement. */
export const STATEMENT_MS = 8_000
/** Limit of an idle tx. A vanished client keeps its locks this long. */
export const IDLE_IN_TX_MS = 10_000

/** The first statement of a tx with long statements: raises the server's timeout and the client's with it. */
export function allowSeconds(seconds: number): string {
  return `set local statement_timeout = '${Math.floor(seconds)}s'`
}

/** The limit set by `allowSeconds`, in milliseconds. */
export function readAllowance(statement: unknown): number | undefined {
  const seconds =
    typeof statement === 'string' && /^set local statement_timeout = '(\d+)s'$/.exec(statement)?.[1]
  return seconds ? Number(seconds) * 1000 : undefined
}
