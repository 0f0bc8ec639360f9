import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { report } from '#web/platform/api/report.ts'
import { getSession, useSession } from '#web/platform/session/session.ts'
import type { Query } from './query.ts'

/**
 * A query on a page that visitors see too: the cache is loaded only for signed-in users. Visitors get undefined, and a
 * failure is only logged.
 */
export type LateQuery<T> = {
  /** The answer once it is there; the same object until it changes. */
  read: () => T | undefined
  /** Fetches it, also if it is cached; concurrent calls share one request. */
  load: () => Promise<void>
  /** Calls `listener` when the answer or a pending change differs, and fetches it if it is not cached. */
  subscribe: (listener: () => void) => () => void
  /** Loads the cache and its queries; `opened` returns them once they are loaded. */
  open: () => Promise<Opened<T>>
  opened: () => Opened<T> | undefined
}

type Opened<T> = {
  client: () => QueryClient
  query: Query<T>
  observe: (listener: () => void) => () => void
}

export function makeLateQuery<T>(find: () => Promise<Query<T>>): LateQuery<T> {
  let opened: Opened<T> | undefined

  async function open(): Promise<Opened<T>> {
    if (opened !== undefined) return opened
    const [{ queryClient, observe }, { logged }, found] = await Promise.all([
      import('./query-client.ts'),
      import('./query.ts'),
      find(),
    ])
    const query = logged(found)
    opened ??= { client: queryClient, query, observe: (listener) => observe(query, listener) }
    return opened
  }

  return {
    open,
    opened: () => opened,
    read: () => (getSession() === null ? undefined : opened?.client().getQueryData<T>(opened.query.queryKey)),
    async load() {
      if (getSession() === null) return
      const here = await open().catch(report)
      // The query logs its own failure.
      await here
        ?.client()
        .fetchQuery(here.query)
        .catch(() => {})
    },
    subscribe(listener) {
      let end = () => {}
      let isOver = false
      async function begin(): Promise<void> {
        const { observe } = await open()
        if (isOver) return
        end = observe(listener)
        listener()
      }
      begin().catch(report)
      return () => {
        isOver = true
        end()
      }
    },
  }
}

/** The answer; undefined for visitors and until it is loaded. Fetches it if it is not cached. */
export function useLateQuery<T>({ read, subscribe }: LateQuery<T>): T | undefined {
  const isSignedIn = useSession() !== null
  return useSyncExternalStore(isSignedIn ? subscribe : neverChanges, read, () => undefined)
}

/** The subscription of visitors. */
export function neverChanges(): () => void {
  return () => {}
}
