import { useSyncExternalStore } from 'react'
import { neverChanges, makeLateQuery } from '#web/platform/query/late-query.ts'
import { getSession, useSession } from '#web/platform/session/session.ts'

type Stars = ReadonlySet<number>
type Press = { id: number; isStarred: boolean }

const stars = makeLateQuery(async () => {
  const [{ joined, wholeOf }, { listFavourites }] = await Promise.all([
    import('#web/platform/query/query.ts'),
    import('#contract/catalogue/favourites.ts'),
  ])
  return joined({ all: wholeOf(listFavourites) }, ({ all }): Stars => new Set(all.service_ids))
})
const mutationKey = ['star']
let shown: { of: Stars; presses: readonly Press[]; stars: Stars } | undefined

/** One's favourites, the last starred first; undefined for strangers, and until they are here. */
export function useFavourites(): Stars | undefined {
  return useSyncExternalStore(useSubscribe(), readFavourites, () => undefined)
}

/** For one service, so that only the pressed star is rendered again. */
export function useIsFavourite(id: number): boolean {
  return useSyncExternalStore(
    useSubscribe(),
    () => readFavourites()?.has(id) ?? readPresses().findLast((press) => press.id === id)?.isStarred ?? false,
    () => false,
  )
}

function useSubscribe() {
  return useSession() === null ? neverChanges : stars.subscribe
}

/** The same outside React, with what is pressed and on its way: the same set while nothing changed. */
export function readFavourites(): Stars | undefined {
  const of = stars.read()
  if (of === undefined) return undefined
  const presses = readPresses()
  const isSame =
    shown?.of === of &&
    shown.presses.length === presses.length &&
    shown.presses.every((press, at) => press === presses[at])
  if (shown === undefined || !isSame) shown = { of, presses, stars: presses.reduce(withPress, of) }
  return shown.stars
}

/** Asks for them, also where they are known; those who ask at once share the answer. A failure is only logged. */
export const { load: loadFavourites } = stars

/** What the server says of them without being asked: an answer that is on its way may be from before. */
export async function keepFavourites(userId: number, ids: readonly number[]): Promise<void> {
  const { client, query } = await stars.open()
  if (getSession()?.user.id !== userId) return
  void client().cancelQueries(query)
  client().setQueryData<Stars>(query.queryKey, new Set(ids))
}

/**
 * Sets or removes a star: shown at once, and reverted if the server refuses. A further press meanwhile is sent after
 * the first, so that the last one counts. Returns why it failed.
 */
export async function setStar(id: number, isStarred: boolean): Promise<unknown> {
  const userId = getSession()?.user.id
  const { client } = stars.opened() ?? (await stars.open())
  const mutation = client()
    .getMutationCache()
    .build<void, Error, Press, unknown>(client(), {
      mutationKey,
      scope: { id: `star ${id}` },
      networkMode: 'always',
      gcTime: 0,
      mutationFn: send,
      onSuccess: (_answer, press) => {
        if (getSession()?.user.id === userId) land(press)
      },
    })
  try {
    await mutation.execute({ id, isStarred })
    return undefined
  } catch (error) {
    return error
  }
}

/** The server has it. An answer that is on its way may be from before, and is asked for again. */
function land(press: Press): void {
  const opened = stars.opened()
  if (opened === undefined) return
  const { query } = opened
  const client = opened.client()
  const isRead = client.isFetching(query) > 0
  if (isRead) void client.cancelQueries(query)
  client.setQueryData<Stars>(query.queryKey, (ids) => ids && withPress(ids, press))
  if (isRead) void stars.load()
}

/** Only now: a page for strangers does without what calls the API. */
async function send({ id, isStarred }: Press): Promise<void> {
  const [{ call }, { starService, unstarService }] = await Promise.all([
    import('#web/platform/api/call.ts'),
    import('#contract/catalogue/favourites.ts'),
  ])
  await call(isStarred ? starService : unstarService, { params: { service_id: id } })
}

function readPresses(): readonly Press[] {
  const cache = stars.opened()?.client().getMutationCache()
  return cache?.findAll({ mutationKey, status: 'pending' }).map(({ state }) => state.variables as Press) ?? [] // `setStar`'s
}

function withPress(ids: Stars, { id, isStarred }: Press): Stars {
  if (ids.has(id) === isStarred) return ids
  return isStarred ? new Set([id, ...ids]) : new Set([...ids].filter((one) => one !== id))
}
