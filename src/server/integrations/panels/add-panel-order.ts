import { guardedFetch, type GuardedRequest } from '#server/lib/http/outbound/guarded-fetch.ts'

import { type AddExchange, toAddExchange } from './add-exchange.ts'
import { ANSWER_BYTES_MAX } from './call-panel.ts'
import { type PanelAccount, toPanelUrl, secretsOf } from './panel-account.ts'
import { type AddOutcome, readAdd } from './read-add.ts'

const TIMEOUT_MS = 60_000

/** When the try is over, and what may still keep it from leaving (lib/http/outbound/guarded-fetch.ts). */
export type AddLimits = Pick<GuardedRequest, 'signal' | 'refuseStart'> & {
  timeoutMs?: number | undefined
  /** Told what was sent and what came back, where something was sent. */
  noteExchange?: ((exchange: AddExchange) => void) | undefined
}

/**
 * Sends one order: one HTTP try on a connection of its own, no redirect, never again (field notes 2). `fields` are
 * the protocol's: service, link, quantity and the type's own.
 */
export async function addPanelOrder(
  account: PanelAccount,
  fields: Readonly<Record<string, string>>,
  { timeoutMs = TIMEOUT_MS, signal, refuseStart, noteExchange }: AddLimits = {},
): Promise<AddOutcome> {
  const outcome = await guardedFetch({
    url: toPanelUrl(account.apiUrl),
    method: 'POST',
    form: new URLSearchParams({ ...fields, key: account.key, action: 'add' }),
    timeoutMs,
    bytesMax: ANSWER_BYTES_MAX,
    isFresh: true,
    signal,
    refuseStart,
    allowedOrigin: account.allowedOrigin,
    allowedNetworks: account.allowedNetworks,
    observe: account.observe?.('add'),
  })
  const secrets = secretsOf(account)
  if (outcome.kind !== 'answered') {
    if (outcome.kind === 'unknown') noteExchange?.(toAddExchange({ fields, answer: undefined }, secrets))
    return { kind: outcome.kind, fault: outcome.fault, error: outcome.error }
  }
  const answer = { status: outcome.status, body: String(outcome.body) }
  noteExchange?.(toAddExchange({ fields, answer }, secrets))
  return readAdd({ ...outcome, ...answer }, secrets)
}
