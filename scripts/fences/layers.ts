/** Which module a file belongs to, the layers of modules, and which files are private to their module. */
import { dirname } from 'node:path'

/** From the bottom up, as in ARCHITECTURE.md: a module may use its own and lower layers, without cycles. */
export const layers: readonly (readonly string[])[] = [
  ['settings', 'audit-log'],
  ['ledger', 'attachments'],
  ['messaging'],
  ['users'],
  ['providers'],
  ['catalogue'],
  ['orders', 'payments', 'support'],
  ['reseller', 'admin-api'],
  ['reports', 'site'],
  ['operations'],
]
export const modules = new Set(layers.flat())

/** Folders below the modules, which may import only types from them. */
export const lowFolders = new Set(['lib', 'integrations'])

/** The files that list every module's routes, jobs or pages. */
export const lists: Record<string, string> = {
  'src/server/app.ts': 'routes',
  'src/server/worker.ts': 'jobs',
  'src/web/routes.ts': 'page',
}

/** Files that only their own module may import, by the end of the name. Generated route types (`+types`) are exempt. */
export function privateKind(path = '') {
  return path.includes('/+types/')
    ? undefined
    : /-(queries|statement|routes|jobs|page)\.tsx?$/.exec(path)?.[1]
}

/** All folders of a module share its private files; in the web app, those of an area (`src/web/shop/orders`). */
export function ownerOf(path: string) {
  return (
    /^src\/server\/(?:modules|lib)\/[a-z-]+(?=\/)|^src\/web\/[a-z]+\/[a-z-]+(?=\/)/.exec(path)?.[0] ??
    dirname(path)
  )
}

/** The folder in src/server; empty for a file in src/server itself. */
export function folderOf(path = '') {
  const [src, side, folder = '', ...rest] = path.split('/')
  if (src !== 'src' || side !== 'server') return undefined
  return rest.length > 0 ? folder : ''
}

/** The module of a server or contract file. */
export function moduleOf(path = '') {
  return /^src\/server\/modules\/([a-z-]+)\//.exec(path)?.[1] ?? contractModuleOf(path)
}

/** `base` and `words` belong to no module. */
function contractModuleOf(path: string) {
  const name = /^src\/contract\/([a-z-]+)\//.exec(path)?.[1]
  return name === undefined || name === 'base' || name === 'words' ? undefined : name
}

export function layerOf(module: string) {
  return layers.findIndex((names) => names.includes(module))
}
