import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const head = 'window.__reactRouterManifest='

/**
 * Takes out of the browser's list of routes which files each of them imports. Only the server reads that, from a list of its own,
 * when it writes the links of a page; in the browser it is more than half of a file that every page waits for. What a route
 * does not have need not be said either: it is asked for as a truth. Before `precompress`, and like it after both builds.
 */
export function leanManifest(): Plugin {
  return {
    name: 'lean-manifest',
    apply: 'build',
    async writeBundle() {
      const { root, environments } = this.environment.getTopLevelConfig()
      const folder = resolve(root, environments['client']?.build.outDir ?? 'build/client', 'assets')
      const names = (await readdir(folder)).filter((name) => /^manifest-\w+\.js$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(folder, name)
          await writeFile(path, toLean(await readFile(path, 'utf8')))
        }),
      )
    },
  }
}

/** One that is written in another way than is known here stays as it is. */
export function toLean(source: string): string {
  if (!source.startsWith(head)) return source
  const manifest = JSON.parse(source.slice(head.length).replace(/;\s*$/, '')) as {
    routes: Record<string, Record<string, unknown>>
  } // React Router's own
  for (const route of Object.values(manifest.routes))
    for (const [name, value] of Object.entries(route))
      if (name === 'imports' || name === 'hasDefaultExport' || value === false || isEmpty(value))
        delete route[name]
  return `${head}${JSON.stringify(manifest)};`
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
