import type { Page } from '@playwright/test'

/** Of every page that is loaded from here on: how far its parts move without a press, as browsers reckon it. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      // Layout shifts have these members; the type of entries in general does not.
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Of the page that is open: `countShifts` came before it. */
export function sumShifts(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum) // set above
}
