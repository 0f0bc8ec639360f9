import { use, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import './styles/app.css'
import { bootScript } from './boot-script.ts'
import { NonceContext } from './nonce.ts'

/** A route with `handle = { isStatic: true }` is sent without scripts but the boot script: it needs none. */
export type RouteHandle = { isStatic?: boolean }

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f5f4ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d1416" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: bootScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <PageScripts />
      </body>
    </html>
  )
}

function PageScripts() {
  const matches = useMatches()
  // Only the server leaves them out: in the browser a static page is a page like any other.
  const isStatic = typeof document === 'undefined' && matches.some(({ handle }) => isStaticHandle(handle))
  if (isStatic) return null
  return (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  )
}

function isStaticHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isStatic' in handle && handle.isStatic === true
}

export default function Root() {
  return <Outlet />
}
