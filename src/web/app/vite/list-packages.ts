import { globSync, readFileSync } from 'node:fs'

/** Only run-time imports: a package of types is not loaded by the browser. */
const imported =
  /(?:^|\n)(?:import|export) (?!type\b)(?:[^']*? from )?'([@a-z][^':?]*)'|\bimport\('([@a-z][^':?]*)'\)/g

/** Files that run in Node: the server's rendering, the build, and tests without a browser. */
const ofNode = /\.test\.ts$|entry\.server|[/\\]vite[/\\]|[/\\]routes\.ts$/

/**
 * Every package that files of these patterns import in the browser. Vite optimizes them before the first page; a
 * package found later reloads the page during a test or while typing.
 */
export function listPackages(patterns: readonly string[], { hasTests }: { hasTests: boolean }): string[] {
  const files = globSync([...patterns]).filter((file) => !ofNode.test(file))
  const shown = hasTests ? files : files.filter((file) => !file.endsWith('.test.tsx'))
  const names = shown.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(imported)].map(([, name, later]) => name ?? later ?? ''),
  )
  return ['react/jsx-dev-runtime', ...new Set(names)].filter((name) => !name.startsWith('vitest'))
}
