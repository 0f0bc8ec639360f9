import type { EntryContext } from 'react-router'
import texts from 'virtual:reader-texts'
import type { Language } from '#contract/base/languages.ts'

/** The page's import map: the file of each table of texts in this language. Undefined under `npm run dev`. */
export function importMapOf(language: Language): { imports: Record<string, string> } | undefined {
  const files = texts.files[language]
  return files === undefined ? undefined : { imports: files }
}

/** A page's scripts, and the tables of texts that they import statically. */
export function listPageScripts(
  language: Language,
  { manifest, staticHandlerContext }: EntryContext,
): { scripts: readonly string[]; texts: readonly string[] } {
  const parts = [
    manifest.entry,
    ...staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]),
  ].filter((part) => part !== undefined)
  const scripts = new Set(parts.flatMap(({ module, imports = [] }) => [module, ...imports]))
  const names = new Set([...scripts].flatMap((script) => texts.needs[script] ?? []))
  return {
    scripts: [manifest.url, ...scripts],
    texts: [...names].map((name) => texts.files[language]?.[name]).filter((path) => path !== undefined),
  }
}
