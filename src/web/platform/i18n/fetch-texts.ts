declare global {
  interface ImportMetaEnv {
    /** The texts of a page, by the fixed start of its path: `/orders` → `texts/shop/orders`. Set by the build. */
    readonly TEXTS_BY_PATH: Readonly<Record<string, string>>
  }
}

/** Prefetches the texts of the page at `path` together with its code, which imports them only once it is loaded. */
export function fetchTexts(path: string): void {
  const texts = textsAt(path, import.meta.env.TEXTS_BY_PATH)
  // A name in the page's import map. Not every area has texts, and development has no import map.
  if (texts !== undefined) import(/* @vite-ignore */ texts).catch(() => undefined)
}

/** Matches the longest prefix of the path, after a language. */
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
