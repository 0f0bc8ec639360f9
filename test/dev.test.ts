import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { register } from '#contract/users/auth.ts'
import { getProfile } from '#contract/users/users.ts'
import { projectDir } from '#scripts/build-web.ts'

import { makeTestCall } from './app.ts'
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

/** A copy of the project with one page, so that changes here do not affect other tests, and little is compiled. */
let copy: string
const routes = `import { index, type RouteConfig } from '@react-router/dev/routes'
export default [index('site/landing/landing-page.tsx')] satisfies RouteConfig
`

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'tally-dev-'))
  for (const part of parts) await cp(join(projectDir, part), join(copy, part), { recursive: true })
  await writeFile(join(copy, 'src/web/routes.ts'), routes)
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

/** What pages import when they run. */
async function listImported(pattern: RegExp): Promise<Set<string>> {
  const files = globSync('src/web/**/*.{ts,tsx}', { cwd: copy }).filter(
    (file) => !/\.test\.|entry\.server|[/\\](vite|gallery|spec|testing)[/\\]/.test(file),
  )
  const names = new Set<string>()
  for (const file of files)
    // Type imports don't load a dependency.
    for (const [, name = ''] of (await readFile(join(copy, file), 'utf8'))
      .replaceAll(/^import type .*/gm, '')
      .matchAll(pattern))
      names.add(name)
  expect(names.size).toBeGreaterThan(5)
  return names
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
        { DATA_DIR: dataDir, SANDBOX: 'off', NODE_COMPILE_CACHE: join(copy, 'node_modules/.compiled') },
        { command: [process.execPath, join(copy, 'scripts/dev.ts')], cwd: copy },
      )
      const url = await dev.ready
      // The server may be ready before Vite, which answers here.
      await vi.waitFor(async () => expect(await read(url)).toContain('/src/web/entry.client.tsx'), patience)
      expect(await read(`${url}/gallery`)).toContain('/src/web/ui/gallery/open-gallery.tsx')
      const call = makeTestCall(url)
      const body = { name: 'Ann', email: 'ann@example.com', password: 'a long password' }
      const { token } = (await call(register, { body })).body

      const told: string[] = []
      const stream = new WebSocket(`${url.replace('http', 'ws')}/`, 'vite-hmr')
      stream.addEventListener('message', ({ data }) => told.push(String(data)))
      await vi.waitFor(() => expect(told.join()).toContain('connected'), patience)
      // Whichever page is opened first: Vite reloads the page when it finds a dependency only then.
      const prepared = join(copy, 'node_modules/.vite/deps/_metadata.json')
      const readPrepared = async () =>
        Object.keys((JSON.parse(await readFile(prepared, 'utf8')) as { optimized: object }).optimized) // Vite's format
      await vi.waitFor(async () => expect(await readPrepared()).not.toEqual([]), patience)
      expect(await readPrepared()).toEqual(
        expect.arrayContaining([
          ...(await listImported(/'((?:@base-ui|@tanstack|uqr|react-dom|react-router\/dom|zod)[^']*)'/g)),
          ...['match', 'specificity'].map((name) => `react-router > @remix-run/route-pattern/${name}`),
          'react-router > cookie-es',
        ]),
      )
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
      await expect.poll(async () => (await call(getProfile, { token })).status, patience).toBe(200)

      expect(await dev.stop()).toMatchObject({ code: 0 })
    } finally {
      await remove()
    }
  },
  testSeconds * 1000,
)
