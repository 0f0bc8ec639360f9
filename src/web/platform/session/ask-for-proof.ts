import { useSyncExternalStore } from 'react'
import type { ShownProof } from '#contract/base/proof.ts'
import { ApiError } from '#web/platform/api/api-error.ts'

/** A call that waits for a proof of the session, as `ProofDialog` shows it. */
export type ProofAsked = {
  hasTwoFactor: boolean
  /** Sends the call again. Rejects where the proof was refused; whatever else comes of the call is its caller's. */
  show: (proof: ShownProof) => Promise<void>
  /** Does nothing while the call is on its way. */
  cancel: () => void
}

let asked: ProofAsked | undefined
/** Settled when nothing is asked any more. */
let turn: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()

/**
 * Asks the reader for the password, or a code, and sends the refused call again with it. One dialog at a time: a call that is
 * refused meanwhile is repeated afterwards, when the session is proven. Without a dialog on the page it stays refused.
 */
export async function askForProof<T>(
  refused: ApiError,
  repeat: (proof: ShownProof) => Promise<T>,
): Promise<T> {
  if (listeners.size === 0) throw refused
  if (asked === undefined) return ask(refused, repeat)
  await turn
  try {
    return await repeat({})
  } catch (error) {
    if (!isProofRequired(error)) throw error
    return askForProof(error, repeat)
  }
}

function ask<T>(refused: ApiError, repeat: (proof: ShownProof) => Promise<T>): Promise<T> {
  // What is on its way can't be called back: canceled then, a change would be made that its caller takes for refused.
  let isSending = false
  const answer = new Promise<T>((resolve, reject) => {
    setAsked({
      hasTwoFactor: asksForCode(refused),
      show: async (proof) => {
        isSending = true
        try {
          resolve(await repeat(proof))
        } catch (error) {
          if (isProofRefused(error) && listeners.size > 0) throw error
          reject(error)
        } finally {
          isSending = false
        }
      },
      cancel: () => {
        if (!isSending) reject(refused)
      },
    })
  })
  const over = () => setAsked(undefined)
  turn = answer.then(over, over)
  return answer
}

function asksForCode({ details }: ApiError): boolean {
  return (
    typeof details === 'object' && details !== null && 'two_factor' in details && details.two_factor === true
  )
}

function isProofRequired(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'proof_required'
}

/** No call that takes a proof has members of these names of its own. */
function isProofRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'rate_limited' || 'password' in error.fields || 'code' in error.fields
}

function setAsked(next: ProofAsked | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

export function useProofAsked(): ProofAsked | undefined {
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => undefined,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // The user who could confirm is gone.
    if (listeners.size === 0) asked?.cancel()
  }
}
