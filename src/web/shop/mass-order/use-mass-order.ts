import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { placeMassOrder } from '#contract/orders/mass-orders.ts'
import { type Money, ZERO } from '#contract/base/money.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { forgetServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { useServiceIndex } from '#web/parts/catalogue/search/use-service-index.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { massOrderText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { shortfallOf } from '#web/parts/orders/order-form.ts'
import { useDraft } from '#web/platform/drafts/drafts.ts'
import { makeIntent } from '#web/platform/drafts/intent-key.ts'
import { mergeBalance, useSession } from '#web/platform/session/session.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { loadOwnRates, useOwnRates } from '#web/parts/wallet/use-own-rates.ts'
import { type CheckedLines, makeChecker } from './check-lines.ts'
import {
  keepSent,
  readSent,
  type Sent,
  type SentLine,
  toBody,
  toSentLines,
  withoutPlaced,
} from './sent-lines.ts'

// Longer than most: one sequence of steps, from typed lines to their results, where each step needs the others' state.

type Answer = AnswerOf<typeof placeMassOrder>
/** The results of the sent lines. */
export type Outcome = {
  lines: readonly { line: SentLine; result: Answer['results'][number] }[]
  balance: Money
}
/** Why nothing was sent, shown at the box, or why the server rejected it as a whole. */
export type Refusal = { message: string; isOfBox: boolean; isWhileLoading?: boolean }

/** A larger text is no mass order, and would fill the tab's storage. */
const KEPT_MAX = 1_000_000

/**
 * The state of a mass order, from the first line to the results. What is sent is stored with its key before the
 * request. While its outcome is unknown, nothing else can be typed or sent: another line would make another mass order,
 * with lines that may already have been placed. A retry uses the same key.
 */
export function useMassOrder() {
  const t = useText(massOrderText)
  const language = useLanguage()
  const user = useSession()?.user
  const balance = user?.balance ?? ZERO
  const { depositMin } = useSite()
  const rates = useOwnRates()
  const catalogue = useServiceIndex()
  const draft = useDraft('mass-order')
  const [text, setText] = useState(() => draft.values['lines'] ?? '')
  const [sent, setSent] = useState(() => readSent(draft.values['sent']))
  // A request stored by a page that was closed meanwhile may have been placed.
  const [isUnsure, setIsUnsure] = useState(sent !== undefined)
  const [outcome, setOutcome] = useState<Outcome>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [isBusy, setIsBusy] = useState(false)
  const [isRestored, setIsRestored] = useState(text !== '' && sent === undefined)
  const { index } = catalogue

  const check = useMemo(
    () => (index === undefined ? undefined : makeChecker({ byId: index.byId, rates, language })),
    [index, rates, language],
  )
  // Deferred: a keystroke never waits for 200 lines.
  const read = useDeferredValue(text)
  const checked = useMemo(() => check?.(read), [check, read])
  const shortfall =
    checked === undefined || checked.ready === 0 ? undefined : shortfallOf(checked.total, balance, depositMin)

  useEffect(() => {
    if (read.length > KEPT_MAX) return
    if (read === '' && sent === undefined) draft.forget()
    else draft.keepValues({ lines: read, sent: keepSent(sent) })
  }, [draft, read, sent])

  function change(next: string): void {
    setText(next)
    setRefusal(undefined)
  }

  function discard(): void {
    change('')
    setIsRestored(false)
  }

  /** Returns false if something in the box needs fixing. */
  async function place(): Promise<boolean> {
    if (isBusy) return true
    if (sent !== undefined) {
      await send(sent)
      return true
    }
    // The current text, not the one last rendered.
    const now = check?.(text)
    const missing = whyNot(now)
    setRefusal(missing)
    if (now === undefined || missing !== undefined) return false
    const lines = toSentLines(now.lines)
    const intent = makeIntent('mass-order', user?.id ?? 0)
    const sending = { key: intent.keyFor(toBody(lines)), lines }
    draft.keepValues({ lines: text, sent: keepSent(sending) })
    setSent(sending)
    await send(sending)
    return true
  }

  function whyNot(now: CheckedLines | undefined): Refusal | undefined {
    if (text.trim() === '') return { message: t('nothingTyped'), isOfBox: true }
    if (now === undefined) return { message: t('stillLoading'), isOfBox: true, isWhileLoading: true }
    if (now.tooMany > 0) return { message: t('tooMany', { count: now.tooMany }), isOfBox: true }
    if (now.ready > 0) return undefined
    const [first] = now.lines
    if (first?.checked.problem === undefined) return { message: t('nothingTyped'), isOfBox: true }
    const { number: line } = first
    return { message: t('fixFirst', { line, problem: first.checked.problem }), isOfBox: true }
  }

  async function send(sending: Sent): Promise<void> {
    setIsBusy(true)
    setRefusal(undefined)
    try {
      const body = toBody(sending.lines)
      const answer = await call(placeMassOrder, { body }, { idempotencyKey: sending.key })
      makeIntent('mass-order', user?.id ?? 0).forget()
      settle(sending, answer)
    } catch (error) {
      refuse(error)
    } finally {
      setIsBusy(false)
    }
  }

  function settle(sending: Sent, { results, balance: left }: Answer): void {
    const rest = withoutPlaced(text, sending, results)
    // First, so that placed lines are no longer in the box, even if the page closes.
    if (rest === '') draft.forget()
    else draft.keepValues({ lines: rest, sent: '' })
    setText(rest)
    setIsRestored(false)
    setSent(undefined)
    setIsUnsure(false)
    if (user !== undefined) mergeBalance(user.id, left)
    const lines = sending.lines.flatMap((line, at) => {
      const result = results[at]
      return result === undefined ? [] : [{ line, result }]
    })
    setOutcome({ lines, balance: left })
    const codes = lines.flatMap(({ result }) => ('code' in result ? [result.code] : []))
    if (codes.some(isStale)) forgetServiceIndex()
    // The next shown price must be current, whichever rule it comes from.
    if (codes.includes('price_changed')) void loadOwnRates()
  }

  /**
   * A mass order that the server rejected as a whole was not placed. After any other failure the outcome is unknown
   * until it is requested again, even if that request is rejected before its key is looked up.
   */
  function refuse(error: unknown): void {
    const isApi = error instanceof ApiError
    const isRefused = isApi && error.status >= 400 && error.status < 500
    const mayBePlaced = isRefused ? (isUnsure || error.mayBeDone) && isBeforeKeys(error.status) : true
    setIsUnsure(mayBePlaced)
    if (!mayBePlaced) {
      // Stored here instead of in the effect: after an expired session this page is already gone.
      draft.keepValues({ lines: text, sent: '' })
      setSent(undefined)
    }
    setRefusal({
      message:
        isApi && error.code === 'invalid_answer' ? t('placeFailed') : messageOf(error, t('placeFailed')),
      isOfBox: false,
    })
  }

  /** Back to the box, with the lines that were not placed, or empty. */
  function goOn({ isEmpty }: { isEmpty: boolean }): void {
    if (isEmpty) change('')
    setOutcome(undefined)
    void catalogue.load()
  }

  return {
    text,
    change,
    /** Undefined if the box was initially empty. */
    discard: isRestored ? discard : undefined,
    checked,
    catalogue,
    balance,
    shortfall,
    /** "Services are still loading" applies only until they are loaded. */
    refusal: refusal?.isWhileLoading === true && checked !== undefined ? undefined : refusal,
    /** The number of orders that may have been placed. */
    unknown: isBusy ? undefined : sent?.lines.length,
    /** The box's content is being sent, or may have been sent. */
    isLocked: isBusy || sent !== undefined,
    isBusy,
    outcome,
    place,
    goOn,
  }
}

export type MassOrder = ReturnType<typeof useMassOrder>

/** Rejected because of the user or the rate, not the content: says nothing about an earlier attempt. */
function isBeforeKeys(status: number): boolean {
  return status === 401 || status === 403 || status === 408 || status === 429
}

/** The shown data of a service is outdated. */
function isStale(code: string): boolean {
  return code === 'price_changed' || code === 'service_not_found' || code === 'service_unavailable'
}
