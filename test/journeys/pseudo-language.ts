import type { BrowserContext } from '@playwright/test'

/**
 * Shows the pages of this context in a pseudo-language: every text of the English tables inside ⟦⟧ and a third
 * longer. The browser resolves each table through the page's import map: the replacement wraps the real one. Nothing
 * of this is in the product.
 */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.route(/\/assets\/en-[\w-]+\.js$/, async (route) => {
    const { pathname } = new URL(route.request().url())
    const real = await (await route.fetch()).text()
    const exported = /export\s*\{([^}]*)\}/.exec(real)?.[1] ?? ''
    const names = [...exported.matchAll(/(?:^|,)\s*(?:\w+\s+as\s+)?(\w+)/g)].map((match) => match[1])
    await route.fulfill({
      contentType: 'text/javascript',
      body: [
        `import * as real from '${pathname}?real'`,
        wrapTable,
        ...names.map((name) => `export const ${name} = wrap(real.${name})`),
      ].join('\n'),
    })
  })
}

/** Words stay words, so that lines break in the same places; a sentence of a code is a function. */
const wrapTable = `
const say = (text) => '⟦' + text + ' ~~~~~'.repeat(Math.ceil(text.length / 18)) + '⟧'
const wrap = (value) =>
  typeof value === 'string' ? say(value)
  : typeof value === 'function' ? (...given) => say(value(...given))
  : Array.isArray(value) ? value.map(wrap)
  : typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, wrap(member)]))
  : value`
