import {
  notifyManager,
  QueryClient,
  QueryObserver,
  skipToken,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { getSession, onSessionChange } from '#web/platform/session/session.ts'
import type { Query } from './query.ts'

/** What a loader fetched, and how to fetch it again. */
export type Loaded<T> = Query<T> & { initialData: T }

/** Data that is no longer shown is dropped after this time. */
const unusedMilliseconds = 60_000

// When a caller's await returns, the page already shows the response.
notifyManager.setScheduler(queueMicrotask)

let cache: { client: QueryClient; owner: string } | undefined

/**
 * The browser's one cache. It has one owner: at sign-in, at sign-out and at the start and end of a view as a user it is
 * emptied. The server has none, as all users would share it.
 */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') throw new Error('Only browsers have a cache')
  cache ??= begin()
  emptyForAnother()
  return cache.client
}

function emptyForAnother(): void {
  if (cache === undefined) return
  const owner = ownerNow()
  if (cache.owner !== owner) cache.client.clear()
  cache.owner = owner
}

function begin(): NonNullable<typeof cache> {
  // Immediately, not at the next use: a user's data must not stay in the browser after them.
  onSessionChange(emptyForAnother)
  // `call` does the one retry and notices a lost network; live events mark stale data, also after a break.
  const queries = {
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: unusedMilliseconds,
  } as const
  return { client: new QueryClient({ defaultOptions: { queries } }), owner: ownerNow() }
}

function ownerNow(): string {
  const session = getSession()
  return session === null ? '' : `${session.user.id}${session.isView ? ' viewed' : ''}`
}

/** For `clientLoader`: always fetches, as navigation should. Throws what the call throws. */
export async function load<T>(query: Query<T>, signal: AbortSignal): Promise<Loaded<T>> {
  // A navigation that was abandoned frees the connection for the next one.
  const giveUp = () =>
    void queryClient().cancelQueries({ queryKey: query.queryKey, exact: true, type: 'inactive' })
  signal.addEventListener('abort', giveUp)
  try {
    return { ...query, initialData: await queryClient().fetchQuery(query) }
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/**
 * For a page: what its loader fetched, later what `reread` fetched; mounting does not fetch again. If data can't be
 * read again after an action, the stale value is not shown: the page's `ErrorBoundary` is.
 */
export function useLoaded<T>(loaded: Loaded<T>): T {
  const query = { ...loaded, staleTime: Infinity, throwOnError: isUnknown }
  const { data = loaded.initialData } = useQuery<T>(query, queryClient())
  return data
}

function isUnknown(_error: unknown, { state }: { state: { data: unknown } }): boolean {
  return state.data === undefined
}

/** The same for data that could not be loaded and may be missing. */
export function useFound<T>(loaded: Loaded<T> | undefined): T | undefined {
  const query: UseQueryOptions<T> = loaded ?? { queryKey: [], queryFn: skipToken }
  return useQuery<T>({ ...query, staleTime: Infinity }, queryClient()).data
}

/** Replaces cached data with the response of a change. */
export function show<T>({ queryKey }: Query<T>, data: T): void {
  queryClient().setQueryData(queryKey, data)
}

/** Outside React: calls `listener` when the answer or a pending change differs. Returns what ends it. */
export function observe<T>(query: Query<T>, listener: () => void): () => void {
  const client = queryClient()
  const ends = [
    new QueryObserver<T>(client, { ...query, staleTime: Infinity }).subscribe(listener),
    client.getMutationCache().subscribe(listener),
  ]
  return () => ends.forEach((end) => end())
}
