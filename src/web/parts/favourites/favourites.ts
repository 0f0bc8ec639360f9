import { useEffect, useSyncExternalStore } from 'react'
import { report } from '#web/platform/api/report.ts'
import { getSession, useSession } from '#web/platform/session/session.ts'

type Known = { userId: number; ids: ReadonlySet<number> }

const listeners = new Set<() => void>()
/** What the server said. */
let known: Known | undefined
/** What was pressed since, until the server has it. */
const wishes = new Map<number, boolean>()
let shown: { of: Known; ids: ReadonlySet<number> } | undefined
/** What is asked for, and what came about meanwhile: its answer may have been read before that. */
type Asking = { userId: number; done: Promise<void>; settled: Map<number, boolean>; isOvertaken: boolean }
let asking: Asking | undefined

/** One's favourites, the last starred first; undefined for strangers, and until they are here. */
export function useFavourites(): ReadonlySet<number> | undefined {
  const userId = useSession()?.user.id
  useEffect(() => {
    if (userId !== undefined && known?.userId !== userId) void loadFavourites()
  }, [userId])
  return useSyncExternalStore(subscribe, readFavourites, () => undefined)
}

/** Of one service, so that a star alone is drawn anew when it is pressed. */
export function useIsFavourite(id: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readFavourites()?.has(id) ?? wishes.get(id) ?? false,
    () => false,
  )
}

/** The same outside React: the same set while nothing changed. */
export function readFavourites(): ReadonlySet<number> | undefined {
  if (known === undefined || known.userId !== getSession()?.user.id) return undefined
  if (shown?.of !== known) shown = { of: known, ids: withStars(known.ids, wishes) }
  return shown.ids
}

/** Asks for them, also where they are known; those who ask at once share the answer. A failure is only logged. */
export function loadFavourites(): Promise<void> {
  const userId = getSession()?.user.id
  if (userId === undefined) return Promise.resolve()
  if (asking?.userId === userId) return asking.done
  const current: Asking = { userId, done: Promise.resolve(), settled: new Map(), isOvertaken: false }
  asking = current
  current.done = ask(current).finally(() => {
    if (asking === current) asking = undefined
  })
  return current.done
}

/** What the server says of them, without being asked too: whatever changes after that it says again. */
export function keepFavourites(userId: number, ids: readonly number[]): void {
  if (asking?.userId === userId) asking.isOvertaken = true
  known = { userId, ids: new Set(ids) }
  changed()
}

/**
 * Sets a star or takes it back: shown at once, and as it was again where the server does not take it. Who presses the same
 * again meanwhile is sent once more, after the first, so that what was meant last stands. Answers why it was not done.
 */
export async function setStar(id: number, isStarred: boolean): Promise<unknown> {
  const userId = getSession()?.user.id
  const isUnderWay = wishes.has(id)
  wishes.set(id, isStarred)
  changed()
  if (isUnderWay || userId === undefined) return undefined
  try {
    for (let sent = wishes.get(id); sent !== undefined; sent = wishes.get(id)) {
      await send(id, sent)
      if (wishes.get(id) !== sent) continue
      wishes.delete(id)
      if (asking?.userId === userId) asking.settled.set(id, sent)
      if (known?.userId === userId) known = { userId, ids: withStar(known.ids, id, sent) }
      changed()
    }
    return undefined
  } catch (error) {
    wishes.delete(id)
    changed()
    return error
  }
}

/** Only now: a page for strangers does without what calls the API. */
async function send(id: number, isStarred: boolean): Promise<void> {
  const [{ call }, { starService, unstarService }] = await Promise.all([
    import('#web/platform/api/call.ts'),
    import('#contract/catalogue/favourites.ts'),
  ])
  await call(isStarred ? starService : unstarService, { params: { service_id: id } })
}

async function ask(current: Asking): Promise<void> {
  const { userId, settled } = current
  try {
    const [{ call }, { callWhole }, { listFavourites }] = await Promise.all([
      import('#web/platform/api/call.ts'),
      import('#web/platform/api/call-whole.ts'),
      import('#contract/catalogue/favourites.ts'),
    ])
    const { service_ids: ids } = await callWhole(call, listFavourites)
    if (current.isOvertaken) return
    known = { userId, ids: withStars(new Set(ids), settled) }
    changed()
  } catch (error) {
    report(error)
  }
}

function withStars(ids: ReadonlySet<number>, stars: ReadonlyMap<number, boolean>): ReadonlySet<number> {
  return [...stars].reduce((all, [id, isStarred]) => withStar(all, id, isStarred), ids)
}

function withStar(ids: ReadonlySet<number>, id: number, isStarred: boolean): ReadonlySet<number> {
  if (ids.has(id) === isStarred) return ids
  return isStarred ? new Set([id, ...ids]) : new Set([...ids].filter((one) => one !== id))
}

function changed(): void {
  shown = undefined
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
