import type { PanelAnswer, PanelFailure } from './panel-account.ts'
import { isAboutOneId } from './tell-about-id.ts'

/** Runs a call once there is a place for it; undefined where nothing may be asked any more. */
export type PacedCall = <Value>(
  call: () => Promise<PanelAnswer<Value>>,
) => Promise<PanelAnswer<Value> | undefined>

type Fault = { error: string }

export type BatchQuery<Entry extends object> = {
  ids: readonly string[]
  /** As many as this provider is known to take in one call; 1: it knows no lists. */
  perCall: number
  askTogether: (ids: readonly string[]) => Promise<PanelAnswer<Map<string, Entry | Fault>>>
  /** By the call that is for one. Undefined: it says nothing of it. */
  askAlone: (id: string) => Promise<PanelAnswer<Entry | Fault | undefined>>
  /** Those of these ids that were asked alone before, and left out all the same. */
  listLeftOut?: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  paced: PacedCall
}

export type BatchAnswers<Entry extends object> = {
  entries: Map<string, Entry | Fault>
  /** Whoever is here was asked about and answered, if only by being left out. */
  answered: Set<string>
  /** Refused alone, for nobody knows what, while nothing else was answered. */
  refused: Set<string>
  /** What was learnt of how many ids a call may have. */
  perCall: number | undefined
  failure: PanelFailure | undefined
}

/** So many that are refused alone, with nothing answered yet: the trouble is the panel's, and not theirs. */
const REFUSED_MAX = 3
/** So many that a list left out and that alone are not told of either: the others of that list are asked another time. */
const SILENT_MAX = 3

/**
 * Asks about all of them. Where a fault that is neither an outage nor about us meets a list as a whole, in halves, down
 * to the call that is for one: some panels know no other, and others find fault with all for the sake of one id that they
 * do not know. So one id blinds nobody. A list that was refused while its halves are answered well was too long; where a
 * half is one, this panel knows no lists. What a list leaves out is asked alone, once; where most of a list was left out
 * and is told alone, it was too long as well.
 */
export async function queryInBatches<Entry extends object>(
  asking: BatchQuery<Entry>,
): Promise<BatchAnswers<Entry>> {
  const { ids, askTogether, askAlone, listLeftOut, paced } = asking
  const entries: BatchAnswers<Entry>['entries'] = new Map()
  const answered = new Set<string>()
  const refused = new Map<string, PanelFailure>()
  let { perCall } = asking
  let isAnyWell = false
  let isOver = false
  let failure: PanelFailure | undefined

  const call = async <Value>(work: () => Promise<PanelAnswer<Value>>) => {
    const answer = isOver ? undefined : await paced(work)
    if (answer !== undefined && (answer.ok || !(answer.isDown || answer.about !== undefined))) return answer
    isOver = true
    if (answer?.ok === false) failure = answer
    return undefined
  }
  const note = (id: string, entry: Entry | Fault | undefined): boolean => {
    answered.add(id)
    if (entry !== undefined) entries.set(id, entry)
    const isWell = entry !== undefined && !('error' in entry)
    isAnyWell ||= isWell
    return isWell
  }

  // Each of these says whether all was answered well by the very calls that were made for it.
  const askOne = async (id: string): Promise<boolean> => {
    const answer = await call(() => askAlone(id))
    if (answer === undefined) return false
    if (answer.ok) return note(id, answer.value)
    if (isAboutOneId(answer.told ?? '')) return note(id, toFault(answer))
    refused.set(id, answer)
    isOver ||= refused.size >= REFUSED_MAX && !isAnyWell
    return false
  }
  const noteList = async (list: readonly string[], told: ReadonlyMap<string, Entry | Fault>) => {
    const inIt = list.filter((id) => told.has(id))
    const isWell = inIt.map((id) => note(id, told.get(id))).every(Boolean)
    if (inIt.length === list.length) return isWell
    const leftOut = list.filter((id) => !told.has(id))
    const before = (await listLeftOut?.(leftOut)) ?? new Set()
    let [silent, wellAlone] = [0, 0]
    for (const id of leftOut) {
      if (before.has(id)) note(id, undefined)
      else if (silent < SILENT_MAX && (await askLeftOut(id))) wellAlone += 1
      else silent += 1
    }
    if (wellAlone === leftOut.length && inIt.length <= list.length / 2)
      perCall = Math.min(perCall, Math.max(1, inIt.length))
    return false
  }
  const askLeftOut = async (id: string): Promise<boolean> => {
    const answer = await call(() => askAlone(id))
    return answer !== undefined && note(id, answer.ok ? answer.value : toFault(answer))
  }
  const askList = async (list: readonly string[]): Promise<boolean> => {
    const answer = await call(() => askTogether(list))
    if (answer === undefined) return false
    if (answer.ok) return noteList(list, answer.value)
    const half = Math.ceil(list.length / 2)
    const parts = [list.slice(0, half), list.slice(half)].filter((part) => part.length > 0)
    let isWell = true
    for (const part of parts) {
      const [only] = part
      const isPartWell = only !== undefined && part.length === 1 ? await askOne(only) : await askAll(part)
      isWell &&= isPartWell
    }
    if (isWell) perCall = Math.min(perCall, half)
    return false
  }
  const askAll = async (list: readonly string[]): Promise<boolean> => {
    let isWell = true
    // What is learnt from one piece holds for the next.
    for (let at = 0; at < list.length;) {
      const piece = list.slice(at, at + perCall)
      const [only] = piece
      const isPieceWell = only !== undefined && perCall === 1 ? await askOne(only) : await askList(piece)
      isWell &&= isPieceWell
      at += piece.length
    }
    return isWell
  }

  /** Others are answered well, so it is about this one; unless the panel was in trouble then, and is not any more. */
  const askAgain = async (id: string): Promise<void> => {
    const answer = await call(() => askAlone(id))
    if (answer !== undefined) note(id, answer.ok ? answer.value : toFault(answer))
  }

  await askAll(ids)
  for (const [id, fault] of refused) {
    if (isAnyWell) await askAgain(id)
    else failure ??= fault
  }
  const isLearnt = perCall < asking.perCall
  return {
    entries,
    answered,
    refused: new Set(isAnyWell ? [] : refused.keys()),
    perCall: isLearnt ? perCall : undefined,
    failure,
  }
}

function toFault({ told, error }: PanelFailure): Fault {
  return { error: told ?? error }
}
