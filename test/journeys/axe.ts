import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type axe from 'axe-core'

import { expect } from './journey.ts'

/** Without a width, the page keeps its own. */
export type Look = { width?: number; theme: 'light' | 'dark' }

/** Every page compiles it: `axe.source`, three times as long with its comments, takes twice the time. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page's: wide and narrow, each in another theme. The gallery shows all four combinations of every part. */
export const looks = [
  { width: 1360, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const satisfies Look[]
/**
 * A state's and an overlay's: once, at the width of the journey, for they are made of parts of the gallery, on a page that
 * is scanned in both themes. Developers see the light one all day.
 */
export const dark = { theme: 'dark' } as const satisfies Look

/** What is scanned of a page: selectors. */
export type Part = { inside: string; without?: string }

/** What stands above a page: the rest of it is inert meanwhile. */
export const overlay = {
  inside: '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]',
} as const satisfies Part
export const wholePage = { inside: 'html' } as const satisfies Part
/** For a user who is signed in, whose frame is the same around every page and was scanned with another one. */
export const insideFrame = {
  inside: 'html',
  without: ':is(aside, header):not(main *, [role=dialog] *)',
} as const satisfies Part
/** Rows of a list like those above them: they are made by the same parts, and half of what a long list costs. */
const repeated = 'main :is(tr, li, article, section):nth-of-type(n + 6)'

/**
 * Scans a part of the current page: what surrounds it is the frame, which walked-pages.journey.ts scans. axe runs in the page itself: the product has no frames, and a builder that looks for some takes four times the CPU.
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
        // axe finds nothing in what is hidden or behind an overlay.
        const parts = [...document.querySelectorAll(selector)]
        if (
          !parts.some((one) => one.checkVisibility() && one.closest('[inert], [aria-hidden=true]') === null)
        )
          return [`nothing to be seen of ${selector}`]
        // Hidden without a change of the layout: axe's own way to leave parts out compares each with every element.
        const hiding = new CSSStyleSheet()
        hiding.replaceSync(`${leftOut} { visibility: hidden !important; transition: none !important }`)
        if (document.querySelector(leftOut) !== null) document.adoptedStyleSheets.push(hiding)
        // The visible text of a button or link is in its name (WCAG 2.5.3): axe leaves that rule out by default.
        const rules = { 'label-content-name-mismatch': { enabled: true } }
        const { violations } = await loaded.run(selector, { resultTypes: ['violations'], rules })
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== hiding)
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      },
      [inside, without === undefined ? repeated : `:is(${repeated}, ${without})`] as const,
    )
  // Again where something just faded in or out: only what persists is a finding.
  await expect
    .poll(find, { message: `${name}, ${theme}, ${width ?? 'as it is'}`, timeout: 60_000 })
    .toEqual([])
}
