import { useSyncExternalStore } from 'react'
import type { ShownProof } from '#contract/base/proof.ts'
import { ApiError } from '#web/platform/api/api-error.ts'

/** A call waiting for a proof of the session, as `ProofDialog` shows it. */
export type ProofAsked = {
  hasTwoFactor: boolean
  /** Sends the call again. Rejects where the proof was refused; whatever else comes of the call is its caller's. */
  show: (proof: ShownProof) => Promise<void>
  /** Does nothing while the call is being sent. */
  cancel: () => void
}

let asked: ProofAsked | undefined
/** Resolves when no proof is being asked for. */
let turn: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()

/**
 * Asks the user for the password or a code and repeats the refused call with it. One dialog at a time: a call refused
 * meanwhile is repeated afterwards, when the session is proven. Without a dialog on the page the refusal is returned.
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
  // A call being sent can't be taken back: if it were canceled, its caller would take a change that was made for refused.
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

/** Calls that take a proof have no fields of these names of their own. */
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
    // No dialog is left that could confirm.
    if (listeners.size === 0) asked?.cancel()
  }
}
