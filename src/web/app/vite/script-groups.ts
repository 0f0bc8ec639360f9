import type { Rolldown } from 'vite'

type Graph = { getModuleInfo: Rolldown.GetModuleInfo }

/**
 * Which script a module is sent in, by the audiences whose pages take it at once:
 *
 * - `framework`: React, its router, and what tables of texts stand on;
 * - `base`: what visitors and the signed-in share;
 * - `signed-in`: what customers and staff share, and customers alone;
 * - `site`: what visitors have, and what they share with customers of `parts` (the catalogue's names, its search);
 * - `staff`: what staff's pages alone share;
 * - `shop-orders` and the like: what one area's pages share, or one page and something that opens later.
 *
 * What one page has is in that page's file, and what only opens later in the file of what opens.
 * A script stands on those above it alone, so nothing runs before what it needs.
 */
export function scriptGroups(): Rolldown.CodeSplittingGroup[] {
  const names = new Map<string, string | null>()
  return [/^framework$/, /^base$/, /^signed-in$/, /^(?:site|staff)$/, /./].map((layer) => ({
    debugName: String(layer),
    name: (id, graph) => {
      if (!names.has(id)) names.set(id, scriptOf(id, graph))
      const name = names.get(id) ?? null
      return name !== null && layer.test(name) ? name : null
    },
  }))
}

function scriptOf(id: string, graph: Graph): string | null {
  const name = wishedFor(id, graph)
  if (name !== 'site') return name
  // What takes it may be in a script that comes before `site`.
  const { users } = findUsers(id, graph)
  return users.some((user) => /^(?:base|signed-in)$/.test(wishedFor(user, graph) ?? '')) ? 'base' : name
}

function wishedFor(id: string, graph: Graph): string | null {
  // A table of texts is a file of its own, which the page's import map names.
  if (isTable(id)) return null
  if (/\/node_modules\/(?:react|react-dom|scheduler|react-router)\//.test(id)) return 'framework'
  const { users, entries, isOpened } = findUsers(id, graph)
  if (entries.some(isTable)) return 'framework'
  if (entries.length < (isOpened ? 1 : 2)) return null
  const areas = new Set(entries.map(areaOf))
  const [ofAll = null] = areas.size === 1 && !isGeneral(id) ? areas : []
  const area = entries.some(isLayout) ? null : (areaOf(id) ?? ofAll)
  if (area !== null) return area
  const audiences = new Set(entries.flatMap(audiencesOf))
  if (!audiences.has('site')) return audiences.has('shop') ? 'signed-in' : 'staff'
  if (audiences.size === 1) return 'site'
  const isOfFrames = entries.some((entry) => isLayout(entry) && audiencesOf(entry).includes('shop'))
  if (audiences.has('admin') || isOfFrames || isGeneral(id)) return 'base'
  return users.some((user) => user.includes('/web/parts/')) ? 'site' : 'base'
}

/** What takes the module at once, the entries of it (pages, layouts, tables of texts), and whether something opens with it later. */
function findUsers(id: string, graph: Graph) {
  const seen = new Set([id])
  let isOpened = false
  for (const one of seen) {
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(one) ?? {}
    for (const importer of importers) seen.add(importer)
    isOpened ||= dynamicImporters.length > 0
  }
  const users = [...seen]
  return { users, entries: users.filter((one) => graph.getModuleInfo(one)?.isEntry), isOpened }
}

/** `shop-orders`. What stands on the landing page is an area as well, and so is a ticket; what staff's areas share is none. */
function areaOf(id: string): string | null {
  const [, folder, area] =
    /\/src\/web\/(admin(?!\/frame\/)|shop|site|parts(?=\/(?:landing|support)\/))\/([\w-]+)\//.exec(id) ?? []
  return folder === undefined ? null : `${folder}-${area}`
}

/** What knows no module is for all. */
function isGeneral(id: string): boolean {
  return /\/web\/(?:platform|ui)\//.test(id)
}

/** Who opens the entry; what stands around every page is everybody's. */
function audiencesOf(entry: string): readonly ('site' | 'shop' | 'admin')[] {
  if (/\/web\/(?:shop|app\/layouts\/signed-in)/.test(entry)) return ['shop']
  if (/\/web\/(?:admin|app\/layouts\/staff)/.test(entry)) return ['admin']
  if (entry.includes('/app/errors/page-boundary')) return ['shop', 'admin']
  return /\/web\/(?:site|app)\//.test(entry) ? ['site'] : ['site', 'shop', 'admin']
}

function isLayout(entry: string): boolean {
  return /\/web\/(?:app\/layouts\/|root\.|entry\.)/.test(entry)
}

function isTable(id: string): boolean {
  return /^\0(?:texts|words)\/|\/src\/(?:web\/.+\/texts\.\w\w|contract\/words\/\w\w\/[\w-]+)\.ts$/.test(id)
}
