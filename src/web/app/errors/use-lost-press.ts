import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'

/**
 * Where the code of a page that was pressed can not be fetched, React Router reloads the page on which it was pressed, and the
 * press is lost: what it reloads is the page that was pressed instead, as a whole, with the files that are there now. A
 * browser without the Navigation API reloads.
 */
export function useLostPress(): void {
  const { location } = useNavigation()
  const target = location && createPath(location)
  useEffect(() => {
    if (target === undefined || !('navigation' in window)) return undefined
    const lead = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || !event.cancelable) return
      event.preventDefault()
      setTimeout(() => window.location.assign(target))
    }
    navigation.addEventListener('navigate', lead)
    return () => navigation.removeEventListener('navigate', lead)
  }, [target])
}
