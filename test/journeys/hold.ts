import type { Page } from '@playwright/test'

/** What the page asks for under this pattern, by this method if one is named, waits until the answered function is called. */
export async function hold(page: Page, pattern: string, method?: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(pattern, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback()
    await held
    await route.continue().catch(() => {}) // the page may have given it up
  })
  return letGo
}
