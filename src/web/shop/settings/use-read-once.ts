import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { getSession } from '#web/platform/session/session.ts'

/**
 * For content shown only once: while it is shown, the browser asks before closing the page, and links don't leave it.
 * Returns whether the user tried to leave, to explain why they stay.
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
