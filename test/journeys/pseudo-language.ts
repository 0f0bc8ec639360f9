import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { BrowserContext, Page } from '@playwright/test'

import { languages } from '#contract/base/languages.ts'
import { findBuildDir } from '#scripts/build-web.ts'

/** `/assets/en-shop-orders-12345678.js` */
const englishTable = /\/assets\/en-([\w-]+)-[\w-]{8}\.js$/

/**
 * Shows the pages of this context in a pseudo-language: every text of the English tables inside ⟦⟧ and a third longer,
 * or in the language that has the longest word for it: a page that fits in it fits in each. The browser resolves each
 * table through the page's import map: the replacement wraps the real ones. Nothing of this is in the product.
 */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  const files = await readdir(join(findBuildDir(), 'client/assets'))
  await context.route(englishTable, async (route) => {
    const real = await (await route.fetch()).text()
    const exported = /export\s*\{([^}]*)\}/.exec(real)?.[1] ?? ''
    const names = [...exported.matchAll(/(?:^|,)\s*(?:\w+\s+as\s+)?(\w+)/g)].map((match) => match[1])
    const area = englishTable.exec(route.request().url())?.[1]
    const imports = languages.map((language) => {
      const file = files.find((one) => new RegExp(`^${language}-${area}-[\\w-]{8}\\.js$`).test(one))
      return `import * as ${language} from '/assets/${file}?real'`
    })
    await route.fulfill({
      contentType: 'text/javascript',
      body: [
        ...imports,
        `const wrap = ${wrapTables.toString()}`,
        ...names.map((name) => `export const ${name} = wrap(${languages.map((one) => `${one}.${name}`)})`),
      ].join('\n'),
    })
  })
}

/** A text of the tables as it is shown, without what is put into it, and in each language. */
type Spoken = { shown: string; real: string[] }
type Speaking = { spoken?: Spoken[] }

/**
 * In the page: one table in each language, English first. Words stay words, so that lines break in the same places. After
 * each ⟦ the text's number stands in signs without a width, for `findMisnamed`.
 */
function wrapTables(...tables: unknown[]): unknown {
  type Members = Record<string, unknown>
  type Sentence = (...given: unknown[]) => unknown
  const spoken = ((window as Speaking).spoken ??= [])
  const known = new Map<string, string>()
  const longestWordOf = (text: string) => Math.max(...text.split(/[\s{}]/).map((word) => word.length))
  const say = (real: string[]): string => {
    const [english = ''] = real
    const widest = real.reduce((one, other) => (longestWordOf(other) > longestWordOf(one) ? other : one))
    const paddingOf = (length: number, sign: string) =>
      ` ${sign.repeat(5)}`.repeat(Math.ceil(Math.max(0, length) / 6)).slice(0, Math.max(2, length))
    const inAny = widest + paddingOf(Math.max(...real.map(({ length }) => length)) - widest.length, '~')
    const longer = english.length + 6 * Math.ceil(english.length / 18)
    const padded = inAny + paddingOf(longer - inAny.length, '^')
    const digits = [...spoken.length.toString(16)].map((digit) => parseInt(digit, 16))
    const shown = `⟦${String.fromCharCode(...digits.map((digit) => 0xfe00 + digit))}${padded}⟧`
    spoken.push({ shown, real })
    return shown
  }
  /** A string, or the most frequent plural form where a language lacks the English one. */
  const memberOf = (table: unknown, key: string): unknown => {
    const members = table as Members
    return members[key] ?? members['many'] ?? members['other']
  }
  const wrap = (values: unknown[]): unknown => {
    const [english] = values
    if (typeof english === 'string') {
      const real = values as string[]
      const name = real.join('\n')
      if (!known.has(name)) known.set(name, say(real))
      return known.get(name)
    }
    if (typeof english === 'function')
      return (...given: unknown[]) => wrap(values.map((sentence) => (sentence as Sentence)(...given)))
    if (Array.isArray(english))
      return english.map((_, at) => wrap(values.map((list) => (list as unknown[])[at])))
    if (typeof english !== 'object' || english === null) return english
    const keys = Object.keys(english)
    return Object.fromEntries(keys.map((key) => [key, wrap(values.map((table) => memberOf(table, key)))]))
  }
  return wrap(tables)
}

/**
 * How much wider than the screen the page is without the third that its texts are longer: beside each other the columns of
 * a table have room for what any language says, and no more. A page that is still changing is asked again.
 */
export async function overflowInAnyLanguage(page: Page): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const over = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const padded = new Map<Node, string | null>()
      while (walker.nextNode()) {
        const { currentNode: node } = walker
        if (node.nodeValue?.includes('^')) padded.set(node, node.nodeValue)
      }
      for (const [node, text] of padded) node.nodeValue = text?.replaceAll(/ \^+/g, '') ?? null
      const wider = document.documentElement.scrollWidth - innerWidth
      for (const [node, text] of padded) node.nodeValue = text
      return wider
    })
    if (over <= 0 || tries === 20) return over
    await setTimeout(250)
  }
}

/**
 * Buttons and links whose name doesn't contain their visible text (WCAG 2.5.3) in some language, on a page in the
 * pseudo-language.
 */
export function findMisnamed(page: Page): Promise<string[]> {
  return page.evaluate((count) => {
    const { spoken = [] } = window as Speaking
    const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
    const shownOf = (control: Element) => {
      const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
      let text = ''
      while (walker.nextNode()) {
        const { parentElement: parent, textContent } = walker.currentNode
        if (parent?.checkVisibility() && parent.closest('[aria-hidden=true], .sr-only') === null)
          text += textContent
      }
      return text
    }
    /** Where the text that begins here ends. */
    const endOf = (text: string, start: number) => {
      let depth = 0
      for (let at = start; at < text.length; at += 1) {
        if (text[at] === '⟦') depth += 1
        if (text[at] === '⟧') depth -= 1
        if (depth === 0) return at + 1
      }
      throw new Error(`a piece of a text: ${text}`)
    }
    /** Inserted values stay as they are, or are texts of the tables themselves. */
    const readIn = (language: number, text: string): string => {
      const start = text.indexOf('⟦')
      if (start < 0) return text
      const end = endOf(text, start)
      const signs = [...(/^[\ufe00-\ufe0f]+/.exec(text.slice(start + 1))?.[0] ?? '')]
      const digits = signs.map((sign) => (sign.charCodeAt(0) - 0xfe00).toString(16))
      const { shown = '', real = [] } = spoken[parseInt(digits.join(''), 16)] ?? {}
      const names = [...shown.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const pieces = shown.split(/\{\w+\}/).map((piece) => RegExp.escape(piece))
      const values = new RegExp(`^${pieces.join('([^]*?)')}$`).exec(text.slice(start, end))?.slice(1)
      if (values === undefined) throw new Error(`no text of the tables: ${text}`)
      const said = (real[language] ?? '').replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[names.indexOf(name)]
        return value === undefined ? whole : readIn(language, value)
      })
      return text.slice(0, start) + said + readIn(language, text.slice(end))
    }
    return [...document.querySelectorAll(':is(a, button, summary)[aria-label]')].flatMap((control) =>
      Array.from({ length: count }, (_, language) => [
        readIn(language, control.ariaLabel ?? ''),
        readIn(language, shownOf(control)),
      ])
        .filter(([name = '', shown = '']) => !lettersOf(name).includes(lettersOf(shown)))
        .map(([name, shown]) => `${name}: ${shown}`),
    )
  }, languages.length)
}
