import type { Page } from '@playwright/test'

/** Delays requests that match the pattern (and the method, if given) until the returned function is called. */
export async function hold(page: Page, pattern: string, method?: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(pattern, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback()
    await held
    await route.continue().catch(() => {}) // the page may have aborted it
  })
  return letGo
}
