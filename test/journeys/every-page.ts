import { expect, type Page } from '@playwright/test'

import routes from '#web/routes.ts'
import { pagePaths, signedInFolders } from '#web/app/vite/page-paths.ts'

import { getAdmin, getDemo, type Person } from './journey-users.ts'

export type Viewer = 'visitor' | 'customer' | 'admin'
export type WalkedPage = { open: string; viewer: Viewer }

/** How to open a page whose path has parameters, by `toAddress`; other parameters are 1. */
const samples: Readonly<Record<string, string>> = {
  '/setup/:token': `/setup/${'a'.repeat(40)}`,
  '/reset-password/:token': '/reset-password/1-1-a',
  '/confirm-email/:token': '/confirm-email/1-1-a',
  '/cancel-email-change/:token': '/cancel-email-change/1-1-a',
  '/invitation/:token': '/invitation/1-1-a',
  '/services/:platform': '/services/tiktok',
  '/orders/:id': '/orders/:order',
  '/*': '/nothing-here',
}
const behindLogin = new Set(signedInFolders(routes))

function viewerOf(path: string): Viewer {
  const folder = path.split('/')[1] ?? ''
  if (folder === 'admin') return 'admin'
  return behindLogin.has(folder) ? 'customer' : 'visitor'
}

/** Every page of routes.ts: a new one is included automatically. Redirects are left out. */
export const everyPage: readonly WalkedPage[] = [...new Set(pagePaths(routes))]
  .filter((path) => path !== '/admin')
  .map((path) => ({ open: samples[path] ?? path.replaceAll(/:\w+/g, '1'), viewer: viewerOf(path) }))

/** The demo user who sees these pages; none for visitors' pages. */
export async function logInViewer(viewer: Viewer): Promise<Person | undefined> {
  if (viewer === 'visitor') return undefined
  return viewer === 'admin' ? getAdmin() : getDemo()
}

/** Its heading or the reason for its absence is visible, and nothing is loading. */
export async function untilItStands(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect(page.locator('h1, [role=alert]').first()).toBeVisible()
  await expect(page.locator('.animate-appear, [aria-busy=true]')).toHaveCount(0)
}

/** Its fonts are loaded and painted. */
export async function untilPainted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** By how much the page is wider than the screen. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** The same after the page has settled: only persistent findings count. */
export async function overflowThatStays(page: Page): Promise<number> {
  const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, {
    timeout: 5_000,
  })
  return fits.then(
    () => 0,
    () => overflowOf(page),
  )
}

type BrowserRouter = {
  state: { navigation: { state: 'idle' | 'loading' | 'submitting' } }
  navigate: (to: string, how: object) => Promise<void>
}

/**
 * Navigates without reloading the app, also to pages without a link, with React Router's own router, which it stores in
 * the window. The page is in the document when this returns.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: BrowserRouter
    } // set by HydratedRouter
    const untilDrawn = async () => {
      // The router switches before React has rendered the page; the progress bar appears at the click, and disappears
      // with the old page.
      const isUnderWay = () =>
        router.state.navigation.state !== 'idle' || document.querySelector('[data-navigation-bar]') !== null
      while (isUnderWay()) await new Promise((wake) => setTimeout(wake, 5))
    }
    // Requests of the old page would override this navigation.
    await untilDrawn()
    await router.navigate(to, { flushSync: true })
    await untilDrawn()
  }, path)
}
