/** Which module a file belongs to, which layer that stands on, and which files are its module's alone. */
import { dirname } from 'node:path'

/** From the bottom up, as ARCHITECTURE.md has it: a module may use those of its own layer and below, without cycles. */
export const layers: readonly (readonly string[])[] = [
  ['settings', 'audit-log'],
  ['ledger'],
  ['messaging'],
  ['users'],
  ['providers'],
  ['catalogue'],
  ['orders', 'payments', 'support'],
  ['reseller'],
  ['reports', 'site'],
  ['operations'],
]
export const modules = new Set(layers.flat())

/** What modules stand on: it knows none of them, but for types. */
export const lowFolders = new Set(['lib', 'integrations'])

/** The files that list every module's routes, jobs or pages. */
export const lists: Record<string, string> = {
  'src/server/app.ts': 'routes',
  'src/server/worker.ts': 'jobs',
  'src/web/routes.ts': 'page',
}

/** What only its module may import, by the end of its name. React Router writes each page's types beside it. */
export function privateKind(path = '') {
  return path.includes('/+types/')
    ? undefined
    : /-(queries|statement|routes|jobs|page)\.tsx?$/.exec(path)?.[1]
}

/** The folders of a module share its queries; in the web app a folder below the root is a module. */
export function ownerOf(path: string) {
  return (
    /^src\/server\/(?:modules|lib)\/[a-z-]+(?=\/)|^src\/web\/[a-z-]+(?=\/)/.exec(path)?.[0] ?? dirname(path)
  )
}

/** The folder below the server's root; empty for a file in the root itself. */
export function folderOf(path = '') {
  const [src, side, folder = '', ...rest] = path.split('/')
  if (src !== 'src' || side !== 'server') return undefined
  return rest.length > 0 ? folder : ''
}

/** Of the server or the contract. */
export function moduleOf(path = '') {
  return /^src\/server\/modules\/([a-z-]+)\//.exec(path)?.[1] ?? contractModuleOf(path)
}

/** What belongs to no module stands in `base` and `words`. */
function contractModuleOf(path: string) {
  const name = /^src\/contract\/([a-z-]+)\//.exec(path)?.[1]
  return name === undefined || name === 'base' || name === 'words' ? undefined : name
}

export function layerOf(module: string) {
  return layers.findIndex((names) => names.includes(module))
}
