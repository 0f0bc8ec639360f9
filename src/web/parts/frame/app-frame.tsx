import { type ComponentProps, lazy, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { reloadPage } from '#web/platform/page/reload.ts'
import { loginPath } from '#web/platform/session/guard.ts'
import { frameText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useProofAsked } from '#web/platform/session/ask-for-proof.ts'
import { forgetDrafts } from '#web/platform/drafts/drafts.ts'
import { getSession, useSession } from '#web/platform/session/session.ts'
import { keepFresh, signOut } from '#web/platform/session/session-calls.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { useOpenHere } from '#web/ui/dialog/use-open-here.ts'
import { ComingPalette } from '#web/parts/palette/coming-palette.tsx'
import type { FrameEntry } from './frame-menu.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from '#web/parts/palette/use-shortcuts.ts'
import { Verifying } from './verifying.tsx'

// Loaded on first use: most visits never open them.
const Sheet = lazy(async () => ({ default: (await import('#web/ui/dialog/sheet.tsx')).Sheet }))
const CommandPalette = lazy(() => import('#web/parts/palette/command-palette.tsx'))
const ShortcutHelp = lazy(() => import('#web/parts/palette/shortcut-help.tsx'))
const ProofBox = lazy(async () => ({
  default: (await import('#web/parts/two-factor/proof-box.tsx')).ProofBox,
}))
const ViewingAsBanner = lazy(() => import('./viewing-as-banner.tsx'))

type AppFrameProps = Omit<ComponentProps<typeof Sidebar>, 'onLogout'> & {
  userMenu: readonly FrameEntry[]
  /** Next to the bell. */
  onTop: ReactNode
  /** Shown until the session is verified. */
  verifying?: string
  children: ReactNode
}

/** Sidebar, top bar and the page for signed-in users. When the session ends, in any tab, it leaves for /login. */
export function AppFrame({ userMenu, onTop, verifying, children, ...menu }: AppFrameProps) {
  const t = useText(frameText)
  const { brand } = useSite()
  const session = useSession()
  const leave = useLeaving(session?.user.id)
  const { isMenuOpen, setIsMenuOpen, wasMenuOpened } = useMenu()
  const [opened, setOpened] = useState<'palette' | 'help'>()
  const [typed, setTyped] = useState('')
  const open = {
    onPalette: () => {
      if (opened === 'palette') return
      setTyped('')
      setOpened('palette')
    },
    onHelp: () => setOpened('help'),
  }
  useShortcuts(open)
  // A command may have opened the other one.
  const closePalette = () => setOpened((now) => (now === 'palette' ? undefined : now))

  if (session === null) return <Verifying sentence={verifying} />
  const sidebar = <Sidebar {...menu} onLogout={leave} />
  return (
    <div className="print:block wide:grid wide:min-h-[calc(100dvh-var(--note-height,0px))] wide:grid-cols-[14rem_minmax(0,1fr)]">
      <aside className="print:hidden border-e border-line bg-surface max-wide:hidden">
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
          userMenu={userMenu}
          onMenu={() => setIsMenuOpen(true)}
          onPalette={open.onPalette}
          onLogout={leave}
        >
          {onTop}
        </TopBar>
        {session.isView && (
          <LazyPart>
            <ViewingAsBanner name={session.user.name} onLeave={leave} />
          </LazyPart>
        )}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto max-w-content px-4 pt-5 pb-20 outline-none wide:px-7 wide:pt-7"
        >
          <p className="hidden pb-5 font-heading text-17 font-bold print:block">{brand}</p>
          {children}
        </main>
      </div>
      <LazyPart isFloating fallback={<ComingPalette text={typed} onText={setTyped} onClose={closePalette} />}>
        {opened === 'palette' && <CommandPalette typed={typed} onClose={closePalette} onHelp={open.onHelp} />}
      </LazyPart>
      <LazyPart isFloating>
        {opened === 'help' && <ShortcutHelp onClose={() => setOpened(undefined)} />}
      </LazyPart>
      <ProofDialog />
    </div>
  )
}

/** The dialog for any call that needs a fresh proof of the session. */
function ProofDialog() {
  const asked = useProofAsked()
  return <LazyPart isFloating>{asked !== undefined && <ProofBox asked={asked} />}</LazyPart>
}

/** The menu's sheet belongs to the page on which it was opened: it closes on navigation (spec §2). */
function useMenu() {
  const [isMenuOpen, open] = useOpenHere()
  const [wasMenuOpened, setWasMenuOpened] = useState(false)
  function setIsMenuOpen(isOpen: boolean): void {
    open(isOpen)
    setWasMenuOpened(true)
  }
  return { isMenuOpen, setIsMenuOpen, wasMenuOpened }
}

/**
 * Goes to /login when the session has ended, and back here afterwards unless the user logged out. When another tab
 * signed in as another user, the page is reloaded: nothing of the first user stays in it.
 */
function useLeaving(userId: number | undefined): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  const isLeaving = useRef(false)
  const shownFor = useRef(userId)

  useEffect(() => {
    if (userId === undefined) return undefined
    // Staff who are viewing as a user return to their own session.
    if (!getSession()?.isView) forgetDrafts((owner) => owner !== userId && owner !== 0)
    return keepFresh()
  }, [userId])

  const follow = useEffectEvent((now: number | undefined) => {
    if (getSession() === null)
      void navigate(isLeaving.current ? '/login' : loginPath(location), { replace: true })
    else if (now !== undefined && shownFor.current !== undefined && shownFor.current !== now) reloadPage()
    shownFor.current = now ?? shownFor.current
  })
  useEffect(() => follow(userId), [userId])

  return () => {
    isLeaving.current = true
    void signOut()
  }
}
