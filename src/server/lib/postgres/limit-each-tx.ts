import type { Client } from 'pg'

import { IDLE_IN_TX_MS, STATEMENT_MS } from './statement-limits.ts'

const limits = `set local statement_timeout = ${STATEMENT_MS}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TX_MS}`

type Ask = (statement: unknown, values?: unknown) => Promise<unknown>
type Callback = (error: unknown, result?: unknown) => void

/**
 * Behind a pooler connections are shared, so timeouts can't be set per session. Every tx begins with its limits in the same
 * message, and a single statement gets its own tx: two more round trips, only with a pooler. Defaults of the role would
 * save them but bind everything else that signs in with it. Statements have no names, since a statement
 * prepared on one connection is unknown to the next.
 */
export function limitEachTx(client: Client): void {
  const ask = client.query.bind(client) as Ask // one of pg's forms, the one that answers a promise

  const askInLimits: Ask = async (statement, values) => {
    if (isInTx(client)) return ask(withoutName(statement), values)
    if (typeof statement === 'string' && /^(begin|start transaction)\b/i.test(statement))
      return ask(`${statement}; ${limits}`)
    await ask(`begin; ${limits}`)
    try {
      const result = await ask(withoutName(statement), values)
      await ask('commit')
      return result
    } catch (error) {
      // If even this fails, the pool ends the connection.
      await ask('rollback').catch(() => undefined)
      throw error
    }
  }

  const limited = (statement: unknown, values?: unknown, callback?: Callback) => {
    if (callback === undefined) return askInLimits(statement, values)
    return void callBack(askInLimits(statement, values), callback)
  }
  client.query = limited as typeof client.query // the forms that the pool and Kysely use
}

async function callBack(answer: Promise<unknown>, callback: Callback): Promise<void> {
  let result: unknown
  try {
    result = await answer
  } catch (error) {
    callback(error)
    return
  }
  callback(undefined, result)
}

/** The status is unknown before the first statement of a connection; then it is in no tx. */
export function isInTx(client: Client): boolean {
  const status = client.getTransactionStatus()
  return status === 'T' || status === 'E'
}

function withoutName(statement: unknown): unknown {
  return typeof statement === 'object' && statement !== null ? { ...statement, name: undefined } : statement
}
