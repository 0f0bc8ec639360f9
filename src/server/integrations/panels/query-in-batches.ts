import type { Fault } from '#contract/base/faults.ts'

import type { PanelAnswer, PanelFailure } from './panel.ts'

/**
 * Runs a call as soon as the pacer allows it; undefined when no further call may be made (lease lost, process
 * stopping).
 */
export type PacedCall = <Value>(
  call: () => Promise<PanelAnswer<Value>>,
) => Promise<PanelAnswer<Value> | undefined>

type EntryFault = { fault: Fault }

export type BatchQuery<Entry extends object> = {
  ids: readonly string[]
  /** Ids the provider is known to accept in one call; 1 means it does not support lists. */
  perCall: number
  queryList: (ids: readonly string[]) => Promise<PanelAnswer<Map<string, Entry | EntryFault>>>
  /** The call for a single id. Undefined: the response says nothing about it. */
  queryOne: (id: string) => Promise<PanelAnswer<Entry | EntryFault | undefined>>
  /** The ids that were queried alone before and were left out then too. */
  findLeftOutBefore?: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  paced: PacedCall
}

export type BatchAnswers<Entry extends object> = {
  entries: Map<string, Entry | EntryFault>
  /** Ids that were queried and answered, even if only by being left out of the response. */
  answered: Set<string>
  /** Ids refused on their own for an unknown reason, while no other id got an answer. */
  refused: Set<string>
  /** Ids per call as learned from these responses; undefined when unchanged. */
  perCall: number | undefined
  failure: PanelFailure | undefined
}

/** After this many single refusals and no successful answer, the fault is taken to be the panel's. */
const REFUSED_MAX = 3
/**
 * After this many ids that neither a list nor a single call answers, the rest of that list waits for the next poll.
 */
const SILENT_MAX = 3

/**
 * Queries all ids in as few calls as possible. When a list fails with an error that is neither an outage nor about
 * our account, it is halved down to single-id calls: some panels only know those, others reject a whole list
 * because of one unknown id. If both halves succeed, the list was too long; if a half is one id, the panel does not
 * support lists. Ids missing from a response are queried alone once; when most of a list was missing and answers
 * alone, the list was too long as well.
 */
export async function queryInBatches<Entry extends object>(
  query: BatchQuery<Entry>,
): Promise<BatchAnswers<Entry>> {
  const { ids, queryList, queryOne, findLeftOutBefore, paced } = query
  const entries: BatchAnswers<Entry>['entries'] = new Map()
  const answered = new Set<string>()
  const refused = new Map<string, PanelFailure>()
  let { perCall } = query
  let hasAnySuccess = false
  let isEnded = false
  let failure: PanelFailure | undefined

  const call = async <Value>(work: () => Promise<PanelAnswer<Value>>) => {
    const answer = isEnded ? undefined : await paced(work)
    if (answer !== undefined && (answer.ok || !(answer.isDown || answer.about !== undefined))) return answer
    isEnded = true
    if (answer?.ok === false) failure = answer
    return undefined
  }
  const store = (id: string, entry: Entry | EntryFault | undefined): boolean => {
    answered.add(id)
    if (entry !== undefined) entries.set(id, entry)
    const isOk = entry !== undefined && !('fault' in entry)
    hasAnySuccess ||= isOk
    return isOk
  }

  // Each of these returns whether everything was answered successfully by the calls made for it.
  const tryOne = async (id: string): Promise<boolean> => {
    const answer = await call(() => queryOne(id))
    if (answer === undefined) return false
    if (answer.ok) return store(id, answer.value)
    if (answer.isAboutOneId === true) return store(id, { fault: answer.fault })
    refused.set(id, answer)
    isEnded ||= refused.size >= REFUSED_MAX && !hasAnySuccess
    return false
  }
  const storeList = async (list: readonly string[], found: ReadonlyMap<string, Entry | EntryFault>) => {
    const inIt = list.filter((id) => found.has(id))
    const isOk = inIt.map((id) => store(id, found.get(id))).every(Boolean)
    if (inIt.length === list.length) return isOk
    const leftOut = list.filter((id) => !found.has(id))
    const before = (await findLeftOutBefore?.(leftOut)) ?? new Set()
    let [silent, answeredAlone] = [0, 0]
    for (const id of leftOut) {
      if (before.has(id)) store(id, undefined)
      else if (silent < SILENT_MAX && (await tryLeftOut(id))) answeredAlone += 1
      else silent += 1
    }
    if (answeredAlone === leftOut.length && inIt.length <= list.length / 2)
      perCall = Math.min(perCall, Math.max(1, inIt.length))
    return false
  }
  const tryLeftOut = async (id: string): Promise<boolean> => {
    const answer = await call(() => queryOne(id))
    return answer !== undefined && store(id, answer.ok ? answer.value : { fault: answer.fault })
  }
  const tryList = async (list: readonly string[]): Promise<boolean> => {
    const answer = await call(() => queryList(list))
    if (answer === undefined) return false
    if (answer.ok) return storeList(list, answer.value)
    const half = Math.ceil(list.length / 2)
    const parts = [list.slice(0, half), list.slice(half)].filter((part) => part.length > 0)
    let isOk = true
    for (const part of parts) {
      const [only] = part
      const isPartOk = only !== undefined && part.length === 1 ? await tryOne(only) : await tryAll(part)
      isOk &&= isPartOk
    }
    if (isOk) perCall = Math.min(perCall, half)
    return false
  }
  const tryAll = async (list: readonly string[]): Promise<boolean> => {
    let isOk = true
    // `perCall` may shrink after each piece.
    for (let at = 0; at < list.length;) {
      const piece = list.slice(at, at + perCall)
      const [only] = piece
      const isPieceOk = only !== undefined && perCall === 1 ? await tryOne(only) : await tryList(piece)
      isOk &&= isPieceOk
      at += piece.length
    }
    return isOk
  }

  /** Other ids succeed, so the error is about this one, unless the panel was in trouble then and has recovered. */
  const tryAgain = async (id: string): Promise<void> => {
    const answer = await call(() => queryOne(id))
    if (answer !== undefined) store(id, answer.ok ? answer.value : { fault: answer.fault })
  }

  await tryAll(ids)
  for (const [id, fault] of refused) {
    if (hasAnySuccess) await tryAgain(id)
    else failure ??= fault
  }
  const isFewer = perCall < query.perCall
  return {
    entries,
    answered,
    refused: new Set(hasAnySuccess ? [] : refused.keys()),
    perCall: isFewer ? perCall : undefined,
    failure,
  }
}
