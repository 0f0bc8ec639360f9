import { createContext, type MiddlewareFunction, redirect } from 'react-router'
import { getSession, type Session } from './session.ts'

/** In a signed-in page's `clientLoader`: `context.get(sessionContext).user.id`. */
export const sessionContext = createContext<Session>()

/** Client middleware of everything behind the login: strangers go to /login, which brings them back afterwards. */
export const requireSession: MiddlewareFunction<unknown> = async ({ request, context }, next) => {
  const session = getSession()
  if (session === null) throw redirect(loginPath(new URL(request.url)))
  context.set(sessionContext, session)
  return next()
}

/** Where staff set up a required second factor. */
export const securityPath = '/settings/security'

/**
 * Client middleware after `requireSession`: users who are not admins are sent to their own pages (spec §6), and staff
 * who need a second factor to its setup.
 */
export const requireAdmin: MiddlewareFunction<unknown> = async ({ context }, next) => {
  const { user } = context.get(sessionContext)
  if (user.role !== 'admin') throw redirect('/dashboard')
  if (user.needs_two_factor === true) throw redirect(securityPath)
  return next()
}

export function loginPath({ pathname, search }: { pathname: string; search: string }): string {
  return `/login?${new URLSearchParams({ from: pathname + search })}`
}

/** Where to go after login: back to the page that asked for it, or to the dashboard; never to another site. */
export function originOf(search: URLSearchParams): string {
  const from = search.get('from') ?? ''
  const isOurs = URL.canParse(from, 'http://here') && new URL(from, 'http://here').origin === 'http://here'
  return isOurs && from.startsWith('/') ? from : '/dashboard'
}
