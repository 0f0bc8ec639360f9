import type { Rolldown } from 'vite'

type Graph = { getModuleInfo: Rolldown.GetModuleInfo }

/**
 * Which script a module is sent in, by the audiences whose pages take it at once:
 *
 * - `framework`: React, its router, and what tables of texts stand on;
 * - `base`: what visitors and the signed-in share;
 * - `signed-in`: what customers and staff share;
 * - `site`, `staff`: what their pages alone share;
 * - `shop-orders` and the like: what stands in the folder of an area, or is a page's and something's that opens later.
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
  // A table of texts is a file of its own, which the page's import map names.
  if (isTable(id)) return null
  if (/\/node_modules\/(?:react|react-dom|scheduler|react-router)\//.test(id)) return 'framework'
  const { entries, isOpened } = findUsers(id, graph)
  if (entries.some(isTable)) return 'framework'
  const [entry] = entries
  const isOfOne = entries.length === 1
  if (entry === undefined || (isOfOne && !isOpened)) return null
  if (!entries.some(isLayout)) {
    const area = areaOf(id) ?? (isOfOne && !id.includes('/web/ui/') ? areaOf(entry) : null)
    if (area !== null) return area
  }
  const audiences = new Set(entries.flatMap(audiencesOf))
  if (audiences.has('site')) return audiences.size === 1 ? 'site' : 'base'
  return audiences.has('shop') ? 'signed-in' : 'staff'
}

/** The entries that take the module at once (pages, layouts, tables of texts), and whether something opens with it later. */
function findUsers(id: string, graph: Graph) {
  const seen = new Set([id])
  let isOpened = false
  for (const one of seen) {
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(one) ?? {}
    for (const importer of importers) seen.add(importer)
    isOpened ||= dynamicImporters.length > 0
  }
  return { entries: [...seen].filter((one) => graph.getModuleInfo(one)?.isEntry), isOpened }
}

/** `shop-orders`. What stands on the landing page and in its settings is an area as well, and so is a ticket. */
function areaOf(id: string): string | null {
  const [, folder, area] =
    /\/src\/web\/(admin|shop|site|parts(?=\/(?:landing|support)\/))\/([\w-]+)\//.exec(id) ?? []
  return folder === undefined ? null : `${folder}-${area}`
}

/** Who opens the entry; what stands around every page is everybody's. */
function audiencesOf(entry: string): readonly ('site' | 'shop' | 'admin')[] {
  if (/\/web\/(?:shop|app\/layouts\/signed-in)/.test(entry)) return ['shop']
  if (/\/web\/(?:admin|app\/layouts\/staff)/.test(entry)) return ['admin']
  return /\/web\/(?:site|app)\//.test(entry) ? ['site'] : ['site', 'shop', 'admin']
}

function isLayout(entry: string): boolean {
  return /\/web\/(?:app\/layouts\/|root\.|entry\.)/.test(entry)
}

function isTable(id: string): boolean {
  return /^\0(?:texts|words)\/|\/src\/(?:web\/.+\/texts\.\w\w|contract\/words\/\w\w\/[\w-]+)\.ts$/.test(id)
}
