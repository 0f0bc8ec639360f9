/** Which noun a file belongs to, where that stands, and which files are its noun's alone. */
import { dirname } from 'node:path'

/**
 * From the bottom up, as ARCHITECTURE.md has it: a noun may use those of its own rung and below. Cycles within a rung
 * are the linter's.
 */
export const ladder: readonly (readonly string[])[] = [
  ['world'],
  ['settings', 'invariants', 'staff', 'notifications', 'wallet'],
  ['mails'],
  ['users'],
  ['auth', 'api-keys'],
  ['catalogue', 'site'],
  ['providers'],
  ['imports'],
  ['orders', 'payments', 'tickets', 'contact', 'announcements', 'favourites', 'reseller'],
  ['reports', 'live', 'health', 'erasure'],
  ['demo'],
]
export const nouns = new Set(ladder.flat())
/** What nouns stand on: it knows none of them, but for types. */
export const machinery = new Set(['database', 'files', 'http', 'integrations', 'jobs', 'metrics'])

/** The one file that lists every noun's routes, jobs or pages. */
export const lists: Record<string, string> = {
  'src/server/app.ts': 'routes',
  'src/server/worker.ts': 'jobs',
  'src/web/routes.ts': 'page',
}

/** What only its noun may import, by the end of its name. React Router writes each page's types beside it. */
export function privateKind(path = '') {
  return path.includes('/+types/')
    ? undefined
    : /-(queries|statement|routes|jobs|page)\.tsx?$/.exec(path)?.[1]
}

/** A noun's rooms share its queries; on its own side, server or web, a noun is the folder below the root. */
export function ownerOf(path: string) {
  return /^src\/(?:server|web)\/[a-z-]+(?=\/)/.exec(path)?.[0] ?? dirname(path)
}

/** The folder below the server's root; empty for a file in the root itself. */
export function folderOf(path = '') {
  const [src, side, folder = '', ...rest] = path.split('/')
  if (src !== 'src' || side !== 'server') return undefined
  return rest.length > 0 ? folder : ''
}

export function nounOf(path: string | undefined) {
  const folder = folderOf(path)
  return folder && nouns.has(folder) ? folder : undefined
}

export function rung(noun: string) {
  return ladder.findIndex((names) => names.includes(noun))
}
