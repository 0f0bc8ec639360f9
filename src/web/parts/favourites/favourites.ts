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

/** The user's favourites, last starred first; undefined for visitors, and until they are loaded. */
export function useFavourites(): Stars | undefined {
  return useSyncExternalStore(useSubscribe(), readFavourites, () => undefined)
}

/** For a single service, so that only the pressed star renders again. */
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

/** The same outside React, including pending changes; the same set until something changes. */
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

/** Fetches them, also if they are cached; concurrent calls share one request. A failure is only logged. */
export const { load: loadFavourites } = stars

/** Stores favourites pushed by the server: a pending response may be older. */
export async function keepFavourites(userId: number, ids: readonly number[]): Promise<void> {
  const { client, query } = await stars.open()
  if (getSession()?.user.id !== userId) return
  void client().cancelQueries(query)
  client().setQueryData<Stars>(query.queryKey, new Set(ids))
}

/**
 * Sets or removes a star: shown immediately, and reverted if the server refuses. Another press meanwhile is sent after
 * the first, so that the last one counts. Returns the error if it failed.
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

/** The server has stored it. A pending response may be older, so it is fetched again. */
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

/** Loaded on use: pages for visitors don't include the API client. */
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
