import type { ReactNode } from 'react'
import { useLiveFavourites } from '#web/parts/favourites/use-live-favourites.ts'
import { frameText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { AppFrame } from './app-frame.tsx'
import { sidebarGroups, userMenuEntries } from './sidebar-entries.ts'
import { Balance } from './balance.tsx'

/** The customer's frame: menu and balance. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const t = useText(frameText)
  useLiveFavourites()
  const isAdmin = useSession()?.user.role === 'admin'
  return (
    <AppFrame
      home="/dashboard"
      groups={sidebarGroups(t, { isAdmin })}
      userMenu={userMenuEntries(t)}
      onTop={<Balance />}
    >
      {children}
    </AppFrame>
  )
}
