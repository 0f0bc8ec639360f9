declare global {
  interface ImportMetaEnv {
    /** Which area's texts a page shows, by the fixed start of its path: `/orders` → `shop/orders`. Put in by the build. */
    readonly TEXTS_BY_PATH: Readonly<Record<string, string>>
  }
}

/** The texts of the page at `path`: they are asked for with its code, which names them only when it is here. */
export function fetchTexts(path: string): void {
  const area = areaAt(path, import.meta.env.TEXTS_BY_PATH)
  // A name of the page's import map. Not every area has texts, and development has no such map.
  if (area !== undefined) import(/* @vite-ignore */ `texts/${area}`).catch(() => undefined)
}

/** By the longest start of the path; a language before it does not count. */
export function areaAt(path: string, areas: Readonly<Record<string, string>>): string | undefined {
  const parts = path
    .replace(/^\/(?:vi|ru)(?=\/|$)/, '')
    .split('/')
    .slice(0, 5)
  for (let count = parts.length; count > 1; count--) {
    const area = areas[parts.slice(0, count).join('/')]
    if (area !== undefined) return area
  }
  return undefined
}
