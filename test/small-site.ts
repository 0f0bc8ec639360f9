import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** A build of one page with the structure of the web app's build, as small as possible. */
const serverBuild = `
import { RouterContextProvider } from 'react-router'
let facts
export const entry = { module: {
  inlineParts: { scripts: ['one()'], styles: ['p{}'] },
  choosePageLanguage: () => ({ language: 'en', basename: '/' }),
  makeLoadContext: (given) => { facts = given; return new RouterContextProvider() },
  default: async (request, status, headers) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/all') headers.set('x-for-everybody', 'yes')
    const tags = new URL(request.url).searchParams.get('tags')
    if (tags) headers.set('x-visitor-tags', tags)
    const path = pathname === '/slow' ? '/api/slow' : '/api/thing'
    const answer = await facts.send(path, { signal: request.signal })
    headers.set('content-type', 'text/html; charset=utf-8')
    return new Response('<p nonce="' + facts.nonce + '">' + request.method + ' ' + (await answer.text()) + 'x'.repeat(2000), { status, headers })
  },
} }
const page = { default: () => null }
export const routes = { root: { id: 'root', path: '', module: page }, all: { id: 'all', parentId: 'root', path: '*', module: page } }
export const assets = { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' }
export const assetsBuildDirectory = ''
export const basename = '/'
export const future = {}
export const isSpaMode = false
export const ssr = true
export const prerender = []
export const publicPath = '/'
export const routeDiscovery = { mode: 'initial' }
`

/** The build's folder, which the caller removes. */
export async function makeSmallSite(): Promise<string> {
  const buildDir = await mkdtemp(join(tmpdir(), 'site-test-'))
  await mkdir(join(buildDir, 'client/assets'), { recursive: true })
  await mkdir(join(buildDir, 'server'))
  await writeFile(join(buildDir, 'package.json'), '{"type":"module"}')
  await symlink(join(process.cwd(), 'node_modules'), join(buildDir, 'node_modules'))
  await writeFile(join(buildDir, 'server/index.js'), serverBuild)
  await writeFile(join(buildDir, 'client/assets/app-abc.js'), 'plain')
  await writeFile(join(buildDir, 'client/assets/app-abc.js.br'), brotliCompressSync('pressed'))
  await writeFile(join(buildDir, 'client/about.txt'), 'A panel')
  return buildDir
}
