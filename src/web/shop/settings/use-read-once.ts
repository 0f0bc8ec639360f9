import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { getSession } from '#web/platform/session/session.ts'

/**
 * For what is read once and then never again, while it stands: the browser asks before the page is gone, and no link leads
 * away. Answers whether somebody tried to leave, to be told why they stay.
 */
export function useReadOnce(): boolean {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  // After an expired session the user is redirected to the login: nothing can be confirmed.
  return useBlocker(() => getSession() !== null).state === 'blocked'
}
