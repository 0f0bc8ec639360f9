import type { Session } from './session.ts'
import { fromStored, toStored } from './stored-session.ts'

/** A staff member's view as a user: only in this tab, next to their own session. */
export type View = {
  /** The viewed user, with a read-only token. */
  session: Session
  viewerId: number
  endsAt: number
  /** The page where viewing started. */
  back: string
}

const key = 'view'
let read: { text: string | null; view: View | undefined } | undefined

export function getView(): View | undefined {
  if (typeof sessionStorage === 'undefined') return undefined
  const text = sessionStorage.getItem(key)
  if (read?.text !== text) read = { text, view: text === null ? undefined : parse(text) }
  return read.view
}

export function storeView({ session: { token, user }, ...view }: View): void {
  sessionStorage.setItem(key, JSON.stringify({ ...view, session: toStored(token, user) }))
}

export function dropView(): void {
  sessionStorage.removeItem(key)
}

function parse(text: string): View | undefined {
  // Only `storeView` writes it; anything else is not a view.
  const { session: stored, viewerId, endsAt, back } = JSON.parse(text) as Record<string, unknown>
  const session = typeof stored === 'string' ? fromStored(stored) : null
  const isView = typeof viewerId === 'number' && typeof endsAt === 'number' && typeof back === 'string'
  if (session === null || !isView) return undefined
  // A staff member who is viewed gets the customer's pages: a view is read-only anyway.
  const user = { ...session.user, role: 'user' as const }
  return { session: { token: session.token, user, isView: true }, viewerId, endsAt, back }
}
