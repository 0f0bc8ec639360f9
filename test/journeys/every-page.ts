import { expect, type Page } from '@playwright/test'

import routes from '#web/routes.ts'
import { pagePaths, signedInFolders } from '#web/vite/page-paths.ts'

import { getAdmin, getDemo, type Person } from './people.ts'

export type Viewer = 'visitor' | 'customer' | 'admin'
export type WalkedPage = { open: string; viewer: Viewer }

/** How a page is opened whose path has parts to fill in; another one's parts are 1. */
const samples: Readonly<Record<string, string>> = {
  '/setup/:token': `/setup/${'a'.repeat(40)}`,
  '/reset-password/:token': '/reset-password/1-1-a',
  '/confirm-email/:token': '/confirm-email/1-1-a',
  '/cancel-email-change/:token': '/cancel-email-change/1-1-a',
  '/invitation/:token': '/invitation/1-1-a',
  '/services/:platform': '/services/tiktok',
  '/orders/:id': '/orders/40',
  '/*': '/nothing-here',
}
const behindLogin = new Set(signedInFolders(routes))

function viewerOf(path: string): Viewer {
  const folder = path.split('/')[1] ?? ''
  if (folder === 'admin') return 'admin'
  return behindLogin.has(folder) ? 'customer' : 'visitor'
}

/** Every page of routes.ts: a new one is walked through by itself. Those that only lead on are none. */
export const everyPage: readonly WalkedPage[] = [...new Set(pagePaths(routes))]
  .filter((path) => path !== '/admin')
  .map((path) => ({ open: samples[path] ?? path.replaceAll(/:\w+/g, '1'), viewer: viewerOf(path) }))

/** Whose pages these are on the demo; nobody for a visitor's. */
export async function logInViewer(viewer: Viewer): Promise<Person | undefined> {
  if (viewer === 'visitor') return undefined
  return viewer === 'admin' ? getAdmin() : getDemo()
}

/** Its heading is there, or why there is none, and nothing is on its way. */
export async function untilItStands(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect(page.locator('h1, [role=alert]').first()).toBeVisible()
  await expect(page.locator('.animate-appear, [aria-busy=true]')).toHaveCount(0)
}

/** Its words are set in their own faces, and that was painted. */
export async function untilPainted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** How much wider than the screen the page is. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** The same of a page that is given time to settle: only what stays is a finding. */
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
 * To another page without loading the app anew, as by a link that is on none of them: React Router's own router, which it
 * keeps in the window. The page stands in the document when this returns.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: BrowserRouter
    } // set by HydratedRouter
    const untilDrawn = async () => {
      // The router has a page before React has drawn it; the bar is drawn with the press, and goes with the page before.
      const isUnderWay = () =>
        router.state.navigation.state !== 'idle' || document.querySelector('[data-navigation-bar]') !== null
      while (isUnderWay()) await new Promise((wake) => setTimeout(wake, 5))
    }
    // What the page before still asks for anew would take this navigation over.
    await untilDrawn()
    await router.navigate(to, { flushSync: true })
    await untilDrawn()
  }, path)
}
