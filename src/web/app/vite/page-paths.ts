import type { RouteConfigEntry } from '@react-router/dev/routes'
import { bundleOf } from './text-bundles.ts'

/** Every path of routes.ts, as `/orders/:id`. */
export function pagePaths(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? parent : `${parent}/${entry.path}`
    const isPage = entry.index === true || entry.path !== undefined
    const paths = path.endsWith('?')
      ? [path.replace(/\/[^/]*$/, ''), path.slice(0, -1)]
      : [path === '' ? '/' : path]
    return [...(isPage ? paths : []), ...pagePaths(entry.children ?? [], path)]
  })
}

/** The first parts of the paths behind the login: `orders` of `/orders/:id`, `admin`. */
export function signedInFolders(entries: readonly RouteConfigEntry[]): string[] {
  const behind = entries.filter(({ file }) => /(signed-in|staff)-layout/.test(file))
  return [...new Set(pagePaths(behind).map((path) => path.split('/')[1] ?? ''))].filter(Boolean)
}

/** Maps the fixed start of each page's path to its texts: `/admin/users` → `texts/admin/users`. */
export function textsByPath(entries: readonly RouteConfigEntry[], parent = ''): Record<string, string> {
  const areas: Record<string, string> = {}
  for (const { path, file, children = [] } of entries) {
    const whole = path === undefined ? parent : `${parent}/${path}`
    const start = whole.replace(/\/[:*].*$/, '')
    const area = /^((?:site|shop|admin)\/[\w-]+)\//.exec(file)?.[1]
    if (path !== undefined && start !== '' && area !== undefined) areas[start] ??= bundleOf(`texts/${area}`)
    for (const [of, inside] of Object.entries(textsByPath(children, whole))) areas[of] ??= inside
  }
  return areas
}
