import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { report } from '#web/platform/api/report.ts'
import { getSession, useSession } from '#web/platform/session/session.ts'
import type { Query } from './query.ts'

/**
 * A query of a page that visitors see as well: the cache is loaded only for signed-in users. Others get no answer, and
 * a failure is only logged.
 */
export type LateQuery<T> = {
  /** The answer, when it is here: the same while nothing changed. */
  read: () => T | undefined
  /** Asks for it, also where it is known; those who ask at once share the answer. */
  load: () => Promise<void>
  /** Calls `listener` when the answer or a change on its way is another one, and asks for it where it is not known. */
  subscribe: (listener: () => void) => () => void
  /** The cache and its queries; `opened` once it is loaded. */
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
      // The query itself logs why not.
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

/** The answer; undefined for strangers, and until it is here. It is asked for where it is not known. */
export function useLateQuery<T>({ read, subscribe }: LateQuery<T>): T | undefined {
  const isSignedIn = useSession() !== null
  return useSyncExternalStore(isSignedIn ? subscribe : neverChanges, read, () => undefined)
}

/** What strangers subscribe to. */
export function neverChanges(): () => void {
  return () => {}
}
