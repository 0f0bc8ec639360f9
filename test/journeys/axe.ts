import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type axe from 'axe-core'

import { expect } from './journey.ts'

/** Without a width, the page keeps the current one. */
export type Look = { width?: number; theme: 'light' | 'dark' }

/** Every page compiles it: `axe.source`, with comments, is three times as long and takes twice the time. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** For pages: wide and narrow, each in another theme. The gallery shows all four combinations for every part. */
export const looks = [
  { width: 1360, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const satisfies Look[]
/**
 * For states and overlays: once, at the journey's width, since they are made of parts of the gallery on a page that is
 * scanned in both themes. Developers see the light one all day.
 */
export const dark = { theme: 'dark' } as const satisfies Look

/** The selectors of what is scanned. */
export type Part = { inside: string; without?: string }

/** Overlays: the rest of the page is inert behind them. */
export const overlay = {
  inside: '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]',
} as const satisfies Part
export const wholePage = { inside: 'html' } as const satisfies Part
/** For signed-in users, whose frame is the same around every page and was scanned with another page. */
export const insideFrame = {
  inside: 'html',
  without: ':is(aside, header):not(main *, [role=dialog] *)',
} as const satisfies Part
/** Further rows of a list: the same parts make them as those above, and they are half the cost of a long list. */
const repeated = 'main :is(tr, li, article):nth-of-type(n + 6)'

/**
 * A part of the page without its frame, which walked-pages.journey.ts scans. axe runs in the page itself: the product
 * has no frames, and a builder that looks for them takes four times the CPU.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  { width, theme }: Look,
  { inside, without }: Part = { inside: 'main' },
): Promise<void> {
  if (width !== undefined) await page.setViewportSize({ width, height: 844 })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const find = () =>
    page.evaluate(
      async ([selector, leftOut]) => {
        const { axe: loaded } = window as unknown as { axe: typeof axe } // put there above
        // axe reports nothing in hidden elements, or behind an overlay.
        const parts = [...document.querySelectorAll(selector)]
        if (
          !parts.some((one) => one.checkVisibility() && one.closest('[inert], [aria-hidden=true]') === null)
        )
          return [`nothing to be seen of ${selector}`]
        // Hidden without changing the layout: axe's own option to exclude parts compares each with every element.
        const hiding = new CSSStyleSheet()
        hiding.replaceSync(`${leftOut} { visibility: hidden !important; transition: none !important }`)
        if (document.querySelector(leftOut) !== null) document.adoptedStyleSheets.push(hiding)
        // The accessible name of a button or link contains its visible text (WCAG 2.5.3): axe skips that rule by default.
        const rules = { 'label-content-name-mismatch': { enabled: true } }
        const { violations } = await loaded.run(selector, { resultTypes: ['violations'], rules })
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== hiding)
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      },
      [inside, without === undefined ? repeated : `:is(${repeated}, ${without})`] as const,
    )
  // Scans again where something just faded in or out: only persistent findings count.
  await expect
    .poll(find, { message: `${name}, ${theme}, ${width ?? 'as it is'}`, timeout: 60_000 })
    .toEqual([])
}
