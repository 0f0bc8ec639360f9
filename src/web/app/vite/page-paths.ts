import type { RouteConfigEntry } from '@react-router/dev/routes'

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
