import type { Session } from './session.ts'
import { fromStored, toStored } from './stored-session.ts'

/** Staff who see the panel as one of its users: in this tab alone, and besides their own session. */
export type View = {
  /** As whom; its token reads and does nothing else. */
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
  // Only `storeView` writes it; anything else there is no view.
  const { session: stored, viewerId, endsAt, back } = JSON.parse(text) as Record<string, unknown>
  const session = typeof stored === 'string' ? fromStored(stored) : null
  const isView = typeof viewerId === 'number' && typeof endsAt === 'number' && typeof back === 'string'
  if (session === null || !isView) return undefined
  // Whatever they may do themselves, nothing of it is done by looking.
  const user = { ...session.user, role: 'user' as const }
  return { session: { token: session.token, user, isView: true }, viewerId, endsAt, back }
}
