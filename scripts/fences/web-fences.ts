/** The folders of the web app: which may import which, and their maximum number of files. */
import { dirname } from 'node:path'

import type { Import } from './read-imports.ts'
import { isTest, type SourceFile } from './source-file.ts'

/** Per folder in `src/web`: the other folders it may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  platform: ['ui'],
  ui: ['platform'],
  parts: ['platform', 'ui'],
  site: ['platform', 'ui', 'parts'],
  shop: ['platform', 'ui', 'parts'],
  admin: ['platform', 'ui', 'parts'],
  app: ['platform', 'ui', 'parts', 'site', 'shop', 'admin'],
}
const audiences = new Set(['site', 'shop', 'admin'])

/** Max. files per folder, not counting tests and texts. The gallery and the styles are exempt. */
const most = { ui: 15, parts: 12, site: 12, shop: 12, admin: 12 }

export function checkWebImport(path: string, { specifier, target }: Import): string[] {
  const [from, to] = [folderIn(path), folderIn(target)]
  if (from === undefined || to === undefined || from === to || isTest(path)) return []
  const allowed = mayImport[from]
  if (allowed === undefined || allowed.includes(to) || path.startsWith('src/web/ui/gallery/')) return []
  if (audiences.has(from) && audiences.has(to))
    return [`'${specifier}': ${from} and ${to} are for others: what both need is in parts`]
  return [`'${specifier}': ${from} ${knowsNot[from] ?? `does not import ${to}`}`]
}

const knowsNot: Readonly<Record<string, string>> = {
  ui: 'knows no module',
  platform: 'knows no page',
  parts: 'knows no audience',
}

/** The router's own link loads its page only when it is clicked. */
export function checkLinks({ path, text }: SourceFile): string[] {
  if (!path.startsWith('src/web/') || isTest(path) || path === 'src/web/platform/page/link.tsx') return []
  const isRouters = /import \{[^}]*\b(?:Nav)?Link\b[^}]*\} from 'react-router'/.test(text)
  return isRouters ? [`${path}: links are those of platform/page/link.tsx`] : []
}

export function checkWebFolders(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files)
    if (path.startsWith('src/web/') && !isTest(path) && !/\/texts\.\w\w\.ts$/.test(path))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].flatMap(([folder, count]) => {
    const limit = most[folderIn(`${folder}/`) as keyof typeof most] ?? Infinity
    return count > limit ? [`${folder}: ${count} files; ${limit} are the most`] : []
  })
}

/** `shop` of `src/web/shop/orders/orders-page.tsx`. */
function folderIn(path = ''): string | undefined {
  return /^src\/web\/([a-z]+)\//.exec(path)?.[1]
}
