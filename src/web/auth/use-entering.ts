import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { originOf } from '#web/session/guard.ts'
import { useSession } from '#web/session/session.ts'

/**
 * Whoever is signed in has nothing to do on an account page: on to the page that asked for the login, or the dashboard
 * (spec §2). Starting the session is all that a form has to do.
 */
export function useEntering(): void {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const isSignedIn = useSession() !== null
  const target = originOf(params)
  useEffect(() => {
    if (isSignedIn) void navigate(target, { replace: true })
  }, [isSignedIn, navigate, target])
}
