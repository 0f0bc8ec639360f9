import type { Page } from '@playwright/test'

type Shifts = { sum: number; moved: string[] }

/** For every page loaded from now on: how far its parts move without input, as browsers calculate it. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moved: [] }
    Object.assign(window, { shifts })
    // Layout-shift entries have these members; the general entry type doesn't.
    type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
        if (hadRecentInput) continue
        shifts.sum += value
        const nodes = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`)
        shifts.moved.push(`${value.toFixed(4)}: ${nodes.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** For the open page, with what moved. Call `countShifts` first. */
export function readShifts(page: Page): Promise<Shifts> {
  return page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts) // set above
}
