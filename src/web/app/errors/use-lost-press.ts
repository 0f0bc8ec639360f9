import { use, useEffect, useEffectEvent, useState } from 'react'
import { createPath, UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router'

const answerMilliseconds = 5_000

/**
 * Where the code of a page that was pressed can not be fetched, React Router reloads the page on which it was pressed, and the
 * press is lost: the page that was pressed is loaded as a whole instead, with the files that are there now. Where nobody
 * answers, this page stays, and the address that was pressed is returned while it does. A browser without the
 * Navigation API reloads.
 */
export function useLostPress(): string | undefined {
  // Its own state: what is drawn of a navigation comes later than its code can be lost.
  const router = use(UNSAFE_DataRouterContext)?.router
  const here = useLocation()
  const navigate = useNavigate()
  const [lost, setLost] = useState<{ target: string; at: string }>()

  const lead = useEffectEvent((event: NavigateEvent) => {
    const coming = router?.state.navigation.location
    if (coming === undefined || event.navigationType !== 'reload' || !event.cancelable) return
    const target = createPath(coming)
    event.preventDefault()
    const stay = () => {
      setLost({ target, at: here.pathname })
      // Ends the navigation, which waits for the reload.
      void navigate(createPath(here), { replace: true, preventScrollReset: true })
    }
    // The browser would put a page of its own in the place of this one.
    const signal = AbortSignal.timeout(answerMilliseconds)
    fetch(target, { method: 'HEAD', signal }).then(() => window.location.assign(target), stay)
  })
  useEffect(() => {
    if (!('navigation' in window)) return undefined
    const listen = (event: NavigateEvent): void => lead(event)
    navigation.addEventListener('navigate', listen)
    return () => navigation.removeEventListener('navigate', listen)
  }, [])
  return lost?.at === here.pathname ? lost.target : undefined
}
