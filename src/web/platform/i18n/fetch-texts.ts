declare global {
  interface ImportMetaEnv {
    /** Which texts a page shows, by the fixed start of its path: `/orders` → `texts/shop/orders`. Put in by the build. */
    readonly TEXTS_BY_PATH: Readonly<Record<string, string>>
  }
}

/** The texts of the page at `path`: they are asked for with its code, which names them only when it is here. */
export function fetchTexts(path: string): void {
  const texts = textsAt(path, import.meta.env.TEXTS_BY_PATH)
  // A name of the page's import map. Not every area has texts, and development has no such map.
  if (texts !== undefined) import(/* @vite-ignore */ texts).catch(() => undefined)
}

/** By the longest start of the path; a language before it does not count. */
export function textsAt(path: string, texts: Readonly<Record<string, string>>): string | undefined {
  const parts = path
    .replace(/^\/(?:vi|ru)(?=\/|$)/, '')
    .split('/')
    .slice(0, 5)
  for (let count = parts.length; count > 1; count--) {
    const found = texts[parts.slice(0, count).join('/')]
    if (found !== undefined) return found
  }
  return undefined
}
