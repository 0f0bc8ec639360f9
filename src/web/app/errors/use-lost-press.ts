import { isAskedFor } from '#web/platform/page/reload.ts'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPath, UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router'

const answerMilliseconds = 5_000

/**
 * If a page's code can't be fetched, React Router reloads the page that has the link, even if it was only prefetched.
 * Instead, a clicked page is loaded as a whole document, with the files of the current build. If the server doesn't
 * answer, this page stays and the clicked address is returned. A browser without the Navigation API reloads.
 */
export function useLostPress(): string | undefined {
  // Its own state: the code can fail to load before React renders the navigation.
  const router = use(UNSAFE_DataRouterContext)?.router
  const here = useLocation()
  const navigate = useNavigate()
  const [lost, setLost] = useState<{ target: string; at: string }>()
  /** The key of the navigation that is already handled. */
  const led = useRef<string>(undefined)

  const lead = useEffectEvent((event: NavigateEvent) => {
    if (event.navigationType !== 'reload' || isAskedFor(event) || !event.cancelable) return
    const coming = router?.state.navigation.location
    // Vite reloads the page in development.
    if (import.meta.env.DEV && coming === undefined) return
    event.preventDefault()
    // A link was only prefetched, or the navigation is already handled.
    if (coming === undefined || coming.pathname === here.pathname || coming.key === led.current) return
    led.current = coming.key
    const target = createPath(coming)
    // Another navigation may have started since.
    const isWanted = () => router?.state.navigation.location?.key === coming.key
    const stay = () => {
      if (!isWanted()) return
      setLost({ target, at: here.pathname })
      // Ends the navigation, which waits for the reload.
      void navigate(createPath(here), { replace: true, preventScrollReset: true })
    }
    // Asks first whether the server answers: otherwise the browser would replace this page with its own error page.
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
