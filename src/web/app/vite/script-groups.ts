import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Rolldown } from 'vite'

type Graph = { getModuleInfo: Rolldown.GetModuleInfo }

const isTable = /^\0(?:texts|words)\/|\/src\/(?:web\/.+\/texts\.\w\w|contract\/words\/\w\w\/[\w-]+)\.ts$/
const isLayout = /\/web\/(?:app\/|root\.)/
/** Files that know no module. */
const isGeneral = /\/web\/(?:platform|ui)\//

/** A script depends only on those above it, so nothing runs before what it needs. */
const layers = [
  /^framework$/,
  /^base$/,
  /^signed-in$/,
  /^(?:charts|lists|orders|catalogue)$/,
  /^(?:site|shop|staff)$/,
  /^(?:site|shop|admin|parts)-/,
]

/**
 * Assigns each module to a script, by the pages that import it statically. The entry, the root, the boundary, layouts and pages
 * are in scripts of their own, each one request. What opens later is in the file of what opens it; a dialog is one file.
 *
 * - `framework`: React, its router, the entry, and what tables of texts need;
 * - `base`: the root, and what visitors and signed-in users share; `signed-in`: the boundary, and what customers and staff share;
 * - `charts`, `lists`, `orders`, `catalogue`: what many pages need and as many do not, by subject;
 * - `shop`, `staff`: the layout, and what only customers' or only staff's pages share; `site`: the same for visitors;
 * - `shop-orders` and the like: what the pages of one area share; and one per page, with what its nested pages share.
 */
export function scriptGroups(routes: readonly RouteConfigEntry[]): Rolldown.CodeSplittingGroup[] {
  const parents = new Map(findParents(routes))
  const outer = new RegExp(`^(?:${[...new Set(parents.values())].join('|')})$`)
  const names = new Map<string, string | null>()
  return [...layers, outer, /./].map((layer) => ({
    name: (id, graph) => {
      if (!names.has(id)) names.set(id, scriptOf(id, graph, parents))
      const name = names.get(id) ?? null
      return name !== null && layer.test(name) ? name : null
    },
  }))
}

/** The files of each nested page and its parent. */
function findParents(routes: readonly RouteConfigEntry[], parent?: string): [string, string][] {
  return routes.flatMap(({ file, children = [] }) => [
    ...(parent === undefined ? [] : [[file, parent] satisfies [string, string]]),
    ...findParents(children, file.startsWith('app/') ? undefined : file),
  ])
}

function scriptOf(id: string, graph: Graph, parents: ReadonlyMap<string, string>): string | null {
  // Tables of texts are files of their own, named by the page's import map.
  if (isTable.test(id)) return null
  if (/\/node_modules\/(?:react|react-dom|scheduler|react-router)\/|\/entry\.client\./.test(id))
    return 'framework'
  if (id.endsWith('/web/ui/dialog/dialog-box.tsx')) return 'dialog'
  const entries = findEntries(id, graph)
  if (entries.length === 0) return null
  if (entries.some((entry) => isTable.test(entry))) return 'framework'
  const audiences = new Set(entries.flatMap(audiencesOf))
  if (!entries.some((entry) => isLayout.test(entry))) {
    const [file = '', ...others] = entries.map((entry) => entry.replace(/^.*\/src\/web\/|\?.*$/g, ''))
    const host = [file, parents.get(file)].find((one) =>
      others.every((other) => one === other || one === parents.get(other)),
    )
    // A module that another page loads dynamically is not bundled with this one.
    const isOpened = (graph.getModuleInfo(id)?.dynamicImporters ?? []).length > 0
    if (host !== undefined && !isOpened) return host
    const areas = new Set(entries.map(areaOf))
    const [ofAll = null] = areas.size === 1 && !isGeneral.test(id) ? areas : []
    const name = areaOf(id) ?? ofAll ?? subjectOf(id, audiences, areas)
    if (name !== null) return name
  }
  // General modules may be loaded dynamically by others.
  const isShared = audiences.size > 1 || isGeneral.test(id)
  if (audiences.has('site')) return isShared ? 'base' : entries.length === 1 ? null : 'site'
  if (audiences.has('shop') && isShared) return 'signed-in'
  return audiences.has('shop') ? 'shop' : 'staff'
}

/** The pages, layouts and tables of texts that import the module statically. */
function findEntries(id: string, graph: Graph): string[] {
  const users = new Set([id])
  for (const user of users)
    for (const importer of graph.getModuleInfo(user)?.importers ?? []) users.add(importer)
  return [...users].filter((user) => graph.getModuleInfo(user)?.isEntry)
}

/** Staff's tickets show orders, and their dashboard the audit log. */
const withArea = new Map([
  ['admin-tickets', 'admin-orders'],
  ['admin-dashboard', 'admin-audit'],
])

/** `shop-orders`. Modules of the landing page and of tickets count as areas; what staff's areas share does not. */
function areaOf(id: string): string | null {
  const [, folder, area] =
    /\/src\/web\/(admin(?!\/frame\/)|shop|site|parts(?=\/(?:landing|support)\/))\/([\w-]+)\//.exec(id) ?? []
  const name = `${folder}-${area}`
  return folder === undefined ? null : (withArea.get(name) ?? name)
}

/** Only for modules that no layout uses. */
function subjectOf(id: string, audiences: ReadonlySet<Audience>, areas: ReadonlySet<string | null>) {
  if (audiences.has('site')) {
    const isOrdered = [...areas].every((area) => /^(?:site-|shop-(?:new|mass)-order$)/.test(area ?? ''))
    return isOrdered && audiences.has('shop') ? 'catalogue' : null
  }
  if (/\/web\/ui\/chart\/chart(?!-table)/.test(id)) return 'charts'
  if (/\/web\/ui\/list\//.test(id)) return 'lists'
  return /\/web\/parts\/orders\/(?!order-status-badge)/.test(id) ? 'orders' : null
}

type Audience = 'site' | 'shop' | 'admin'

/** The audience that opens the entry; what surrounds every page belongs to everybody. */
function audiencesOf(entry: string): readonly Audience[] {
  if (/\/web\/(?:shop|app\/layouts\/signed-in)/.test(entry)) return ['shop']
  if (/\/web\/(?:admin|app\/layouts\/staff)/.test(entry)) return ['admin']
  if (entry.includes('/app/errors/page-boundary')) return ['shop', 'admin']
  return /\/web\/(?:site|app)\//.test(entry) ? ['site'] : ['site', 'shop', 'admin']
}
