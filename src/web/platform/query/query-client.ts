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

/** What a loader brought, and how it is asked for again. */
export type Loaded<T> = Query<T> & { initialData: T }

/** What was read and is shown no more is let go after this. */
const unusedMilliseconds = 60_000

// A caller that awaits the response finds it on the page already.
notifyManager.setScheduler(queueMicrotask)

let cache: { client: QueryClient; owner: string } | undefined

/**
 * The one cache of the browser. It has one owner: at sign-in, at sign-out and at both ends of Viewing as it is emptied.
 * On the server, where it would be everybody's, there is none.
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
  // Immediately, and not at the next use: one user's data does not stay in the browser after them.
  onSessionChange(emptyForAnother)
  // The one retry and whether there is a network are `call`'s; what is out of date the live events say, also after a pause.
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

/** For `clientLoader`: asks the server, as a page that is gone to always does. Throws what the call throws. */
export async function load<T>(query: Query<T>, signal: AbortSignal): Promise<Loaded<T>> {
  // A page that is no longer waited for leaves the line to the next one.
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
 * For a page: what its loader brought, and then what `reread` brought; it is not asked for a second time when the page mounts.
 * What can not be read again after an action is not shown as it was before: the page's `ErrorBoundary` says so.
 */
export function useLoaded<T>(loaded: Loaded<T>): T {
  const query = { ...loaded, staleTime: Infinity, throwOnError: isUnknown }
  const { data = loaded.initialData } = useQuery<T>(query, queryClient())
  return data
}

function isUnknown(_error: unknown, { state }: { state: { data: unknown } }): boolean {
  return state.data === undefined
}

/** The same where it may be missing, for it could not be loaded. */
export function useFound<T>(loaded: Loaded<T> | undefined): T | undefined {
  const query: UseQueryOptions<T> = loaded ?? { queryKey: [], queryFn: skipToken }
  return useQuery<T>({ ...query, staleTime: Infinity }, queryClient()).data
}

/** Shows what a change answered, in place of what was read. */
export function show<T>({ queryKey }: Query<T>, data: T): void {
  queryClient().setQueryData(queryKey, data)
}

/** Outside React: calls `listener` when the answer or a change on its way is another one. Returns what ends it. */
export function observe<T>(query: Query<T>, listener: () => void): () => void {
  const client = queryClient()
  const ends = [
    new QueryObserver<T>(client, { ...query, staleTime: Infinity }).subscribe(listener),
    client.getMutationCache().subscribe(listener),
  ]
  return () => ends.forEach((end) => end())
}
