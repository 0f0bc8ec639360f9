/**
 * What each fault of a call does. `taken` says whether the call has its effect (an order placed and charged, an
 * invoice made) although the caller may not learn of it; this is the fact that tests of "at most once" turn on.
 *
 * | kind              | taken | what the caller sees                                                        |
 * |-------------------|-------|-----------------------------------------------------------------------------|
 * | accept_no_reply   | yes   | nothing: the socket is held open until the caller times out                     |
 * | accept_late_reply | yes   | the right answer, after delay_ms (5000)                                       |
 * | slow              | yes   | the right answer after delay_ms (3000); taken only then, caller there or not  |
 * | error_500_before  | no    | HTTP 500                                                                      |
 * | error_500_after   | yes   | HTTP 500                                                                      |
 * | error_502_after   | yes   | HTTP 502, as the proxy in front of a dead server answers                       |
 * | reset             | no *  | the connection is reset (RST)                                                 |
 * | html              | no *  | HTTP 200 with a page of HTML                                                  |
 * | empty             | no *  | HTTP 200 with no body                                                         |
 * | broken_json       | no *  | HTTP 200 with JSON that ends in its middle                                    |
 * | status_429        | no *  | HTTP 429 with Retry-After: 1                                                  |
 * | duplicate_id      | no *  | the right form of an answer, with an id that an earlier call was given        |
 * | refusal           | no *  | HTTP 200 with {"error": text}; without a text, an unknown one                   |
 *
 * `*`: a real server may as well have taken it, so `taken: true` in the fault asks for that.
 * `duplicate_id` with nothing earlier to repeat takes the call in the ordinary way.
 */
export const CALL_FAULTS = {
  accept_no_reply: { taken: true, canChooseTaken: false, delayMs: 0 },
  accept_late_reply: { taken: true, canChooseTaken: false, delayMs: 5000 },
  slow: { taken: true, canChooseTaken: false, delayMs: 3000 },
  error_500_before: { taken: false, canChooseTaken: false, delayMs: 0 },
  error_500_after: { taken: true, canChooseTaken: false, delayMs: 0 },
  error_502_after: { taken: true, canChooseTaken: false, delayMs: 0 },
  reset: { taken: false, canChooseTaken: true, delayMs: 0 },
  html: { taken: false, canChooseTaken: true, delayMs: 0 },
  empty: { taken: false, canChooseTaken: true, delayMs: 0 },
  broken_json: { taken: false, canChooseTaken: true, delayMs: 0 },
  status_429: { taken: false, canChooseTaken: true, delayMs: 0 },
  duplicate_id: { taken: false, canChooseTaken: true, delayMs: 0 },
  refusal: { taken: false, canChooseTaken: true, delayMs: 0 },
} as const satisfies Record<string, FaultRule>

/**
 * What each fault of a webhook does. The invoice changes as requested; only its webhook is faulty.
 *
 * | kind            | what the callback address gets                                                          |
 * |-----------------|------------------------------------------------------------------------------------------|
 * | webhook_repeat  | the same webhook three times                                                              |
 * | webhook_reorder | the webhook first, then an older state (`confirm_check`), correctly signed              |
 * | webhook_forge   | the webhook with a wrong signature, once; the right one is never sent               |
 * | webhook_early   | the webhook at once, while `/payment/info` shows the old state for delay_ms (2000) |
 * | webhook_late    | the webhook delay_ms (5000) after `/payment/info` shows the new state             |
 * | webhook_missing | nothing                                                                                   |
 */
export const WEBHOOK_FAULTS = {
  webhook_repeat: { taken: true, canChooseTaken: false, delayMs: 0 },
  webhook_reorder: { taken: true, canChooseTaken: false, delayMs: 0 },
  webhook_forge: { taken: true, canChooseTaken: false, delayMs: 0 },
  webhook_early: { taken: true, canChooseTaken: false, delayMs: 2000 },
  webhook_late: { taken: true, canChooseTaken: false, delayMs: 5000 },
  webhook_missing: { taken: true, canChooseTaken: false, delayMs: 0 },
} as const satisfies Record<string, FaultRule>

type FaultRule = { taken: boolean; canChooseTaken: boolean; delayMs: number }

export type CallFaultKind = keyof typeof CALL_FAULTS
export type WebhookFaultKind = keyof typeof WEBHOOK_FAULTS
export type Fault<Kind extends string> = {
  action: string
  kind: Kind
  times: number
  delay_ms: number
  taken: boolean
  /** The message of a refusal. */
  text?: string
  /** Expires after this, whether or not a call has met it. */
  lasts_ms?: number
}

export function isCallFaultKind(kind: string): kind is CallFaultKind {
  return Object.hasOwn(CALL_FAULTS, kind)
}

export function isWebhookFaultKind(kind: string): kind is WebhookFaultKind {
  return Object.hasOwn(WEBHOOK_FAULTS, kind)
}
