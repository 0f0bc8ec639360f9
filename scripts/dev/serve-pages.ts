import { once } from 'node:events'
import { createServer, type IncomingMessage, request as callOn, type ServerResponse } from 'node:http'
import { relative } from 'node:path'

import type { ServerBuild } from 'react-router'
import { createServer as createVite, type ViteDevServer } from 'vite'

import { projectDir } from '#scripts/build-web.ts'
import { readSiteEntry } from '#server/lib/http/pages/site-entry.ts'

type Options = {
  host: string
  port: number
  dataDir: string
  /** The server for everything but pages and files. */
  getServerUrl: () => Promise<string>
  /** Called with the path of a changed server file in the project. */
  onServerFile: (path: string) => void
}

const serverFiles = /^(?:src\/(?:server|contract)|sandbox|db\/migrations)\//
const serverPaths = /^\/(?:api|healthz|readyz|metrics)(?:[/?]|$)/

const galleryPath = '/gallery'
const galleryHtml = `<!doctype html>
<html lang="en">
  <head>
    <title>Parts</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <script type="module">import 'virtual:react-router/inject-hmr-runtime'</script>
  </head>
  <body>
    <script type="module" src="/src/web/ui/gallery/open-gallery.tsx"></script>
  </body>
</html>`

/**
 * Serves the web app with Vite, with hot reload, in front of the server on the same origin. Pages have no
 * Content-Security-Policy here: Vite adds inline scripts.
 */
export async function servePages(options: Options): Promise<{ close(): Promise<void> }> {
  const { host, port, dataDir, getServerUrl } = options
  const server = createServer((request, response) => {
    if (isForServer(request)) void passOn(request, response, getServerUrl)
    else if (request.url === galleryPath) void showGallery(vite, response)
    else vite.middlewares(request, response, () => void render(request, response))
  })
  const vite = await createVite({
    root: projectDir,
    appType: 'custom',
    clearScreen: false,
    server: {
      middlewareMode: true,
      hmr: { server },
      watch: { ignored: [`${dataDir}/**`, `${projectDir}/{build,data,test-results}/**`] },
    },
  })
  vite.watcher.on('all', (_event, file) => {
    const path = relative(projectDir, file).replaceAll('\\', '/')
    if (serverFiles.test(path) && !path.endsWith('.test.ts')) options.onServerFile(path)
  })
  const render = makeRender(vite, getServerUrl)
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async close() {
      await vite.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Every part in every state: a separate page that no route leads to, so that no build contains it. */
async function showGallery(vite: ViteDevServer, response: ServerResponse): Promise<void> {
  const html = await vite.transformIndexHtml(galleryPath, galleryHtml)
  response.writeHead(200, { 'content-type': 'text/html' }).end(html)
}

function isForServer({ url = '/', method }: IncomingMessage) {
  return serverPaths.test(url) || (method !== 'GET' && method !== 'HEAD')
}

/**
 * Everything from Vite's own module graph: React Router compares contexts by identity, and Vite uses its development
 * build.
 */
function makeRender(vite: ViteDevServer, getServerUrl: () => Promise<string>) {
  const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module> // as `typeof import` of it
  const report = (error: unknown) => {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    console.error(error)
  }
  return async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const router = await load<typeof import('react-router')>('react-router')
      const build = await load<ServerBuild>('virtual:react-router/server-build')
      const { makeLoadContext, choosePageLanguage } = readSiteEntry(build)
      const { language, basename, location } = choosePageLanguage(request.url ?? '/', request.headers.cookie)
      if (location !== undefined) return void response.writeHead(302, { location }).end()
      const renderPage = router.createRequestHandler({ ...build, basename }, 'development')
      const send = async (path: string, init: RequestInit) => fetch(new URL(path, await getServerUrl()), init)
      const context = makeLoadContext({ send, language, nonce: undefined, report })
      const page = await renderPage(toWebRequest(request), context)
      response.writeHead(page.status, Object.fromEntries(page.headers))
      response.end(Buffer.from(await page.arrayBuffer()))
    } catch (error) {
      report(error)
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`${String(error)}\n`)
    }
  }
}

function toWebRequest({ url = '/', method = 'GET', headers }: IncomingMessage): Request {
  const plain = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), { method, headers: plain })
}

/** Forwarded unchanged, with the browser's own Host; streams stay streams. A request waits while the server restarts. */
async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  getServerUrl: () => Promise<string>,
): Promise<void> {
  const fail = (error: Error) => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502, { 'content-type': 'text/plain' }).end(`${error.message}\n`)
  }
  try {
    const to = new URL(request.url ?? '/', await getServerUrl())
    const onward = callOn(to, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', fail)
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  } catch (error) {
    fail(error as Error)
  }
}
