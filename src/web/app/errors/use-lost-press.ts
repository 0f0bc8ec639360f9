import { isAskedFor } from '#web/platform/page/reload.ts'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPath, UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router'

const answerMilliseconds = 5_000

/**
 * If the code of a page can not be fetched, React Router reloads the page that has the link, even if it was only
 * pointed at. Instead, a pressed page is loaded as a whole, with the files that are there now. If the server does not
 * answer, this page stays, and the pressed address is returned meanwhile. A browser without the Navigation API reloads.
 */
export function useLostPress(): string | undefined {
  // Its own state: React renders a navigation later than its code can be lost.
  const router = use(UNSAFE_DataRouterContext)?.router
  const here = useLocation()
  const navigate = useNavigate()
  const [lost, setLost] = useState<{ target: string; at: string }>()
  /** The key of the press that is answered already. */
  const led = useRef<string>(undefined)

  const lead = useEffectEvent((event: NavigateEvent) => {
    if (event.navigationType !== 'reload' || isAskedFor(event) || !event.cancelable) return
    const coming = router?.state.navigation.location
    // Development reloads of its own accord.
    if (import.meta.env.DEV && coming === undefined) return
    event.preventDefault()
    // A link was only pointed at, or the press is answered already.
    if (coming === undefined || coming.pathname === here.pathname || coming.key === led.current) return
    led.current = coming.key
    const target = createPath(coming)
    // Another press may have come since.
    const isWanted = () => router?.state.navigation.location?.key === coming.key
    const stay = () => {
      if (!isWanted()) return
      setLost({ target, at: here.pathname })
      // Ends the navigation, which waits for the reload.
      void navigate(createPath(here), { replace: true, preventScrollReset: true })
    }
    // The browser would put a page of its own in the place of this one.
    const signal = AbortSignal.timeout(answerMilliseconds)
    fetch(target, { method: 'HEAD', signal }).then(() => isWanted() && window.location.assign(target), stay)
  })
  useEffect(() => {
    if (!('navigation' in window)) return undefined
    const listen = (event: NavigateEvent): void => lead(event)
    navigation.addEventListener('navigate', listen)
    return () => navigation.removeEventListener('navigate', listen)
  }, [])
  return lost?.at === here.pathname ? lost.target : undefined
}
