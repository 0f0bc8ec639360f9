import { lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginPath } from '#web/session/guard.ts'
import { frameText } from '#web/messages/frame.ts'
import { useText } from '#web/messages/text.ts'
import { forgetDrafts } from '#web/session/drafts.ts'
import { getSession, useSession } from '#web/session/session.ts'
import { keepFresh, signOut } from '#web/session/session-calls.ts'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { Verifying } from './verifying.tsx'

// Fetched when they are first opened: most visits never do.
const Sheet = lazy(async () => ({ default: (await import('#web/ui/dialog.tsx')).Sheet }))
const CommandPalette = lazy(() => import('./command-palette.tsx'))

/** Sidebar, top bar and the page: for whoever is signed in. When the session ends, in any tab, it leaves for /login. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const t = useText(frameText)
  const session = useSession()
  const leave = useLeaving(session?.user.id)
  const { isMenuOpen, setIsMenuOpen, wasMenuOpened } = useMenu()
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  useShortcuts({ onPalette: () => setIsPaletteOpen(true) })

  if (session === null) return <Verifying />
  const sidebar = <Sidebar isAdmin={session.user.role === 'admin'} onLogout={leave} />
  return (
    <div className="wide:grid wide:min-h-[calc(100dvh-var(--note-height,0px))] wide:grid-cols-[14rem_minmax(0,1fr)]">
      <aside className="border-e border-line bg-surface max-wide:hidden">
        <div className="sticky top-0 flex h-[calc(100dvh-var(--note-height,0px))] overflow-y-auto">
          {sidebar}
        </div>
      </aside>
      <LazyPart isFloating>
        {wasMenuOpened && (
          <Sheet isOpen={isMenuOpen} onOpenChange={setIsMenuOpen} title={t('menu')}>
            {sidebar}
          </Sheet>
        )}
      </LazyPart>
      <div className="min-w-0">
        <TopBar
          user={session.user}
          onMenu={() => setIsMenuOpen(true)}
          onPalette={() => setIsPaletteOpen(true)}
          onLogout={leave}
        />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto max-w-content px-4 pt-5 pb-20 outline-none wide:px-7 wide:pt-7"
        >
          {children}
        </main>
      </div>
      <LazyPart isFloating>
        {isPaletteOpen && <CommandPalette onClose={() => setIsPaletteOpen(false)} />}
      </LazyPart>
    </div>
  )
}

/** The menu's sheet belongs to the page on which it was opened: it closes on navigation (spec §2). */
function useMenu() {
  const { key } = useLocation()
  const [openedOn, setOpenedOn] = useState<string>()
  const [wasMenuOpened, setWasMenuOpened] = useState(false)
  function setIsMenuOpen(isOpen: boolean): void {
    setOpenedOn(isOpen ? key : undefined)
    setWasMenuOpened(true)
  }
  return { isMenuOpen: openedOn === key, setIsMenuOpen, wasMenuOpened }
}

/**
 * Goes to /login when the session is over: back here afterwards, unless the visitor logged out. When another tab signed in as
 * somebody else the page is loaded anew: nothing of the one user stays in it for the other.
 */
function useLeaving(userId: number | undefined): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  const isLeaving = useRef(false)
  const shownFor = useRef(userId)

  useEffect(() => {
    if (userId === undefined) return undefined
    forgetDrafts((owner) => owner !== userId && owner !== 0)
    return keepFresh()
  }, [userId])

  useEffect(() => {
    if (getSession() === null)
      void navigate(isLeaving.current ? '/login' : loginPath(location), { replace: true })
    else if (userId !== undefined && shownFor.current !== undefined && shownFor.current !== userId)
      window.location.reload()
    shownFor.current = userId ?? shownFor.current
    // The location of the moment at which the session ends.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [userId])

  return () => {
    isLeaving.current = true
    void signOut()
  }
}
