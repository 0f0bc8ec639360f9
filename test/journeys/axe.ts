import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type axe from 'axe-core'

import { expect } from './journey.ts'

export type Look = { width: number; theme: 'light' | 'dark' }

/** Every page compiles it: `axe.source`, three times as long with its comments, takes twice the time. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Wide and narrow, each in another theme: the gallery shows all four combinations. */
export const looks = [
  { width: 1360, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const satisfies Look[]

/** What stands above a page: the rest of it is inert meanwhile. */
export const overlay = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
export const wholePage = 'html'

/**
 * Scans `part` of the current page: what surrounds it is the frame, which walked-pages.journey.ts scans with each page. axe runs in
 * the page itself: the product has no frames, and a builder that looks for some takes four times the CPU.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  { width, theme }: Look,
  part: string = 'main',
): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const find = () =>
    page.evaluate(async (selector) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe } // put there above
      // axe finds nothing in what is hidden or behind an overlay.
      const parts = [...document.querySelectorAll(selector)]
      if (!parts.some((one) => one.checkVisibility() && one.closest('[inert], [aria-hidden=true]') === null))
        return [`nothing to be seen of ${selector}`]
      // The visible text of a button or link is in its name (WCAG 2.5.3): axe leaves that rule out by default.
      const rules = { 'label-content-name-mismatch': { enabled: true } }
      const { violations } = await loaded.run(selector, { resultTypes: ['violations'], rules })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    }, part)
  // Again where something just faded in or out: only what persists is a finding.
  await expect.poll(find, { message: `${name}, ${theme}, ${width}`, timeout: 60_000 }).toEqual([])
}
