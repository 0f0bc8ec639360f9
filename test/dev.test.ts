import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { projectDir } from '#scripts/build-web.ts'

import { makeDataDir, startScript } from './start-script.ts'

/** Time limit of a start or restart on a loaded machine. */
const patience = { timeout: 100_000, interval: 50 }
const testSeconds = 300
const parts = [
  'src',
  'sandbox',
  'scripts',
  'db',
  'package.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.contract.json',
  'tsconfig.server.json',
  'tsconfig.web.json',
]

/** A copy of the project, so that changes here do not affect other tests. */
let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'tally-dev-'))
  for (const part of parts) await cp(join(projectDir, part), join(copy, part), { recursive: true })
  // Without Vite's caches, as in a fresh clone.
  await mkdir(join(copy, 'node_modules'))
  for (const name of await readdir(join(projectDir, 'node_modules')))
    if (!name.startsWith('.vite'))
      await symlink(join(projectDir, 'node_modules', name), join(copy, 'node_modules', name), 'junction')
})
afterAll(() => rm(copy, { recursive: true, force: true }))

async function change(file: string, from: string, to: string) {
  const text = await readFile(join(copy, file), 'utf8')
  expect(text).toContain(from)
  await writeFile(join(copy, file), text.replace(from, to))
}

/** For each import that matches, a source file of pages only: Vite finds a dependency by its name. */
async function listImporting(pattern: RegExp): Promise<string[]> {
  const files = globSync('src/web/**/*.{ts,tsx}', { cwd: copy }).filter(
    (file) => !/\.test\.|entry\.server|[/\\](vite|gallery|spec|testing)[/\\]/.test(file),
  )
  const byImport = new Map<string, string>()
  for (const file of files)
    // Type imports don't load a dependency.
    for (const [name] of (await readFile(join(copy, file), 'utf8'))
      .replaceAll(/^import type .*/gm, '')
      .matchAll(pattern))
      byImport.set(name, file.replaceAll('\\', '/'))
  expect(byImport.size).toBeGreaterThan(5)
  return [...new Set(byImport.values())]
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text()
}

test(
  'npm run dev: pages and the server follow their files, open pages are notified, the data stays',
  async () => {
    const { dataDir, remove } = await makeDataDir()
    try {
      const dev = startScript(
        { DATA_DIR: dataDir, SANDBOX_CATALOGUE_SIZE: '30' },
        { command: [process.execPath, join(copy, 'scripts/dev.ts')], cwd: copy },
      )
      const url = await dev.ready
      const terms = await read(`${url}/terms`)
      expect(terms).toContain('/src/web/entry.client.tsx')
      expect(await read(`${url}/gallery`)).toContain('/src/web/ui/gallery/open-gallery.tsx')
      const products = (await read(`${url}/api/services`)).length
      expect(products).toBeGreaterThan(1000)

      const told: string[] = []
      const stream = new WebSocket(`${url.replace('http', 'ws')}/`, 'vite-hmr')
      stream.addEventListener('message', ({ data }) => told.push(String(data)))
      await vi.waitFor(() => expect(told.join()).toContain('connected'), patience)
      // Whichever page is opened first: Vite reloads the page when it finds a dependency only then.
      for (const path of await listImporting(
        /'(?:@base-ui|@tanstack|uqr|react-dom|react-router\/dom|zod)[^']*'/g,
      ))
        await read(`${url}/${path}`)
      await setTimeout(3_000)
      expect(told.filter((events) => events.includes('full-reload'))).toEqual([])
      const made = await readFile(join(copy, 'node_modules/.vite/deps/_metadata.json'), 'utf8')
      for (const own of ['route-pattern/match', 'route-pattern/specificity', 'cookie-es'])
        expect(made).toContain(`${own}":`)
      // Vite reports changes of files that a browser has requested.
      await read(`${url}/src/web/root.tsx`)
      await change('src/web/root.tsx', '<body id="top">', '<body id="changed-while-you-look">')
      await vi.waitFor(async () => expect(await read(url)).toContain('changed-while-you-look'), patience)
      await vi.waitFor(() => expect(told.join()).toContain('/src/web/root.tsx'), patience)
      stream.close()

      await change('src/server/lib/http/openapi/openapi.ts', "title: 'Tally & Reach'", "title: 'Changed too'")
      await vi.waitFor(
        async () => expect(await read(`${url}/api/openapi.json`)).toContain('Changed too'),
        patience,
      )
      expect(await read(`${url}/api/services`)).toHaveLength(products)

      expect(await dev.stop()).toMatchObject({ code: 0 })
    } finally {
      await remove()
    }
  },
  testSeconds * 1000,
)
