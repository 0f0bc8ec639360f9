/** How long the server may take over an ordinary statement. */
export const STATEMENT_MS = 8_000
/** How long a tx may say nothing: one whose client went away keeps its locks for as long. */
export const IDLE_IN_TX_MS = 10_000

/**
 * First in a tx whose statements may each take longer than an ordinary one: raises the server's limit, and with it how
 * long an answer is waited for.
 */
export function allowSeconds(seconds: number): string {
  return `set local statement_timeout = '${Math.floor(seconds)}s'`
}

/** What a tx allows itself by `allowSeconds`. */
export function readAllowance(statement: unknown): number | undefined {
  const seconds =
    typeof statement === 'string' && /^set local statement_timeout = '(\d+)s'$/.exec(statement)?.[1]
  return seconds ? Number(seconds) * 1000 : undefined
}
