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

/**
 * The current page, with open overlays. axe runs in the page itself: the product has no frames, and a builder that
 * looks for some takes four times the CPU.
 */
export async function expectAccessible(page: Page, name: string, { width, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const find = () =>
    page.evaluate(async () => {
      const { axe: loaded } = window as unknown as { axe: typeof axe } // put there above
      // The visible text of a button or link is in its name (WCAG 2.5.3): axe leaves that rule out by default.
      const rules = { 'label-content-name-mismatch': { enabled: true } }
      const { violations } = await loaded.run({ resultTypes: ['violations'], rules })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    })
  // Again where something just faded in or out: only what persists is a finding.
  await expect.poll(find, { message: `${name}, ${theme}, ${width}`, timeout: 60_000 }).toEqual([])
}
