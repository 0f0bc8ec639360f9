import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { Brand } from '#web/parts/site/brand.tsx'
import { PublicErrorBoundary } from '#web/app/errors/error-screen.tsx'
import { LanguageMenu } from '#web/parts/public-frame/language-menu.tsx'

export const handle = { carriesStyles: true }

/** For one-time links: the brand, the language menu and the form. */
export default function BareLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** A page that fails leaves the frame in place. */
export function ErrorBoundary() {
  return (
    <Frame>
      <PublicErrorBoundary />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex h-18 w-full max-w-form items-center justify-between gap-4 px-4">
        <Brand to="/" />
        <LanguageMenu />
      </header>
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
    </div>
  )
}
