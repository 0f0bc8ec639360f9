import { useEffect, useSyncExternalStore } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

/** What is shown is read anew at most this often, however much is told. */
const rereadMilliseconds = 1_500

/** Of the tab and not of a page: what was told while the next page was on its way has that one read anew. */
let isDue = false
const listeners = new Set<() => void>()

/**
 * Reads the page's data anew, some moments later and once for all that was told until then. Never while a page or a re-read is
 * on its way: React Router gives that up and begins anew, so that on a slow line a press would not be answered as long as
 * something is told.
 */
export function useReread(): () => void {
  const { revalidate, state } = useRevalidator()
  const isIdle = useNavigation().state === 'idle' && state === 'idle'
  const isWanted = useSyncExternalStore(subscribe, getDue, () => false)
  useEffect(() => {
    if (!isIdle || !isWanted) return undefined
    const timer = setTimeout(() => {
      // Another part of the page may have been first.
      if (!isDue) return
      setDue(false)
      void revalidate()
    }, rereadMilliseconds)
    return () => clearTimeout(timer)
  }, [isIdle, isWanted, revalidate])
  return () => setDue(true)
}

function setDue(now: boolean): void {
  isDue = now
  for (const listener of listeners) listener()
}

function getDue(): boolean {
  return isDue
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
