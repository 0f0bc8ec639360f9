import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { originOf, securityPath } from '#web/platform/session/guard.ts'
import { useSession } from '#web/platform/session/session.ts'

/**
 * Redirects signed-in users from account pages: to the page that required the login, or the dashboard (spec §2), or
 * `first`; staff who need a second factor to its setup. A form only has to start the session.
 */
export function useEntering(first?: string): void {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const session = useSession()
  const isSignedIn = session !== null
  const target = session?.user.needs_two_factor === true ? securityPath : (first ?? originOf(params))
  useEffect(() => {
    if (isSignedIn) void navigate(target, { replace: true })
  }, [isSignedIn, navigate, target])
}
