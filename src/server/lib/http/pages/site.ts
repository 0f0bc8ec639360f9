import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import type { ServerBuild } from 'react-router'

import { AppError } from '#contract/base/errors.ts'
import { languages } from '#contract/base/languages.ts'
import { addressOf } from '#server/lib/http/address-of.ts'
import { compressText, pickEncoding } from '#server/lib/http/compression.ts'
import { pagePolicy, type PolicySources } from '#server/lib/http/headers.ts'
import { abortOnClose } from '#server/lib/http/read-call.ts'

import { type CachedPage, makePageCache, toCachedPage } from './page-cache.ts'
import { forEverybodyHeader, listFormPaths, makeRenders, readSiteEntry } from './site-entry.ts'
import { takeVisitorTags } from './visitor-tag-sources.ts'

export type SiteOptions = {
  /** The web build, with `client/` and `server/index.js`. */
  buildDir: string
  /** The browser's origin: PUBLIC_URL. */
  publicUrl: string
}

const yearSeconds = 31_536_000
const urlencoded = 'application/x-www-form-urlencoded'
/** Enough for a long message, URL-encoded. */
const formBytes = 65_536

/**
 * Serves the web app: files of the browser build, pages rendered by React Router, and the POST of pages with an `action`, for
 * browsers without scripts. A form sent to any other page is answered with that page and 405.
 * Mount it last, on the same instance as the API. Unknown paths under `/api` go to the not-found handler.
 */
export async function mountSite(app: FastifyInstance, { buildDir, publicUrl }: SiteOptions): Promise<void> {
  const clientDir = join(buildDir, 'client')
  await app.register(async (scope) => {
    // An open page that misses a script breaks and reloads, which costs far more.
    scope.addHook('onRoute', (route) => void (route.config = { ...route.config, isNeverShed: true }))
    await scope.register(fastifyStatic, {
      root: clientDir,
      serve: false,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
    })
    await mountFiles(scope, buildDir)
  })

  const build = (await import(pathToFileURL(join(buildDir, 'server/index.js')).href)) as ServerBuild
  const renderAt = makeRenders(build)
  const { makeLoadContext, choosePageLanguage, inlineParts } = readSiteEntry(build)
  const { origin, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  const pageCache = makePageCache()

  const policyForAll = (more: PolicySources) => pagePolicy({ trusted: inlineParts, isSecure, more })

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = request.raw.url ?? '/'
    if (/^\/(?:api|adminapi)(?:[/?]|$)/.test(path)) {
      reply.callNotFound()
      return reply
    }
    refuseForeignForm(request, origin)
    const { language, basename, location } = choosePageLanguage(path, request.headers.cookie)
    if (location !== undefined) return reply.header('vary', 'cookie').redirect(location, 302)

    const isRefused = request.method === 'POST' && request.routeOptions.url === '/*'
    const render = async (signal: AbortSignal) => {
      const nonce = randomBytes(16).toString('base64')
      const context = makeLoadContext({
        send: (apiPath, init) => sendInProcess(app, request, apiPath, init),
        language,
        nonce,
        report: (error) => request.log.error({ err: error }, 'a page failed to render'),
      })
      const asked = isRefused
        ? new Request(origin + path, { signal })
        : toWebRequest(request, origin + path, signal)
      return { nonce, page: await renderAt(basename)(asked, context) }
    }
    const renderForAll = async () => {
      // Others may wait for it too, so it must not end when this visitor leaves.
      const { page } = await render(new AbortController().signal)
      return page.headers.has(forEverybodyHeader) && page.ok ? readForAll(page, policyForAll) : undefined
    }
    const isGet = request.method === 'GET'
    const cached = isGet ? await pageCache.find(path, renderForAll) : undefined
    if (cached !== undefined) return sendCached(request, reply, cached)

    const { nonce, page } = await render(abortOnClose(reply.raw))
    const isForAll = page.headers.has(forEverybodyHeader)
    if (isForAll && page.ok && isGet) {
      return sendCached(request, reply, pageCache.store(path, await readForAll(page, policyForAll)))
    }
    page.headers.delete(forEverybodyHeader)
    const trusted = isForAll ? inlineParts : { nonce }
    const policy = pagePolicy({ trusted, isSecure, more: takeVisitorTags(page.headers) })
    reply.code(isRefused && page.ok ? 405 : page.status)
    if (isRefused) reply.header('allow', 'GET, HEAD')
    reply.header('content-security-policy', policy)
    // The page has this visitor's nonce.
    reply.header('cache-control', 'private, no-cache')
    for (const [name, value] of page.headers) reply.header(name, value)
    // Without a body, so that no content-length of 0 is sent.
    if (request.method === 'HEAD') return reply.header('vary', 'accept-encoding').send()
    return reply.send(await compressText(request, reply, Buffer.from(await page.arrayBuffer())))
  }

  app.route({ method: ['GET', 'HEAD'], url: '/*', exposeHeadRoute: false, handler: sendPage })
  app.route({
    method: 'POST',
    url: '/*',
    // Before the body is read.
    onRequest: async (request, reply) => {
      if (request.headers.accept?.includes('text/html') === true) return sendPage(request, reply)
      reply.callNotFound()
      return reply
    },
    handler: sendPage,
  })
  // In its own scope, which accepts only forms.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      urlencoded,
      { parseAs: 'buffer', bodyLimit: formBytes },
      (_request, body, parsed) => parsed(null, body),
    )
    for (const path of listFormPaths(build))
      for (const before of ['', ...languages.map((language) => `/${language}`)])
        scope.post(`${before}${path}`, sendPage)
  })
}

/** React Router would refuse it too, but log an error with a stack for each. */
function refuseForeignForm(request: FastifyRequest, origin: string): void {
  const from = request.headers.origin
  if (request.method !== 'POST' || from === undefined || from === origin) return
  request.log.warn({ from: from.slice(0, 200) }, 'a form from another site was refused')
  throw new AppError('invalid_parameter', { reason: 'not_understood' })
}

async function readForAll(page: Response, policyWith: (more: PolicySources) => string): Promise<CachedPage> {
  page.headers.delete(forEverybodyHeader)
  const policy = policyWith(takeVisitorTags(page.headers))
  return toCachedPage({ status: page.status, headers: [...page.headers], policy, html: await page.text() })
}

/** Browsers and proxies may store the page, and revalidate each time. */
async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
): Promise<FastifyReply> {
  for (const [name, value] of page.headers) void reply.header(name, value)
  void reply.code(page.status).headers({
    'content-security-policy': page.policy,
    'cache-control': 'public, no-cache',
    etag: page.etag,
    // The cookie may choose another language.
    vary: 'accept-encoding, cookie',
  })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const compressed = encoding && (await page.body.compressed(encoding))
  if (encoding === undefined || compressed === undefined) return reply.send(page.body.plain)
  return reply.header('content-encoding', encoding).send(compressed)
}

/**
 * Serves the files listed at start: the package's own wildcard route reads the folder on every request. Names under /assets
 * contain a hash, so they are cached forever; others (favicon, robots) for an hour.
 */
async function mountFiles(app: FastifyInstance, buildDir: string): Promise<void> {
  const clientDir = join(buildDir, 'client')
  const assets = new Set(await listFiles(join(clientDir, 'assets')))
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const name = request.params['*']
    const root = assets.has(name) ? clientDir : await findInOtherBuilds(buildDir, name)
    if (root === undefined) {
      reply.callNotFound()
      return reply
    }
    return reply.sendFile(`assets/${name}`, root, { maxAge: yearSeconds * 1000, immutable: true })
  })
  for (const name of await listFiles(clientDir))
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, { maxAge: 3_600_000, immutable: false }))
}

/** Builds are in one parent folder, named by hashes. */
const buildName = /^[0-9a-f]{16}$/

/**
 * The `client` folder of another build that has the asset: pages of the previous version are still open, and while
 * processes are replaced one by one, pages of the next version also request assets here.
 */
async function findInOtherBuilds(buildDir: string, asset: string): Promise<string | undefined> {
  if (!buildName.test(basename(buildDir)) || !/^[\w-][\w.-]*$/.test(asset)) return undefined
  const parent = dirname(buildDir)
  for (const name of await readdir(parent)) {
    const client = join(parent, name, 'client')
    if (buildName.test(name) && (await stat(join(client, 'assets', asset)).catch(() => undefined))?.isFile())
      return client
  }
  return undefined
}

/** Without the precompressed variants. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name)).map(({ name }) => name)
}

function toWebRequest(request: FastifyRequest, url: string, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  const body = request.body instanceof Uint8Array ? { body: new Uint8Array(request.body) } : {}
  return new Request(url, { method: request.method, headers, signal, ...body })
}

/** An API call of a page, in process, with the visitor's address. */
async function sendInProcess(
  app: FastifyInstance,
  request: FastifyRequest,
  path: string,
  init: RequestInit,
): Promise<Response> {
  init.signal?.throwIfAborted()
  const options: InjectOptions = {
    method: init.method === 'POST' ? 'POST' : 'GET',
    url: path,
    headers: Object.fromEntries(new Headers(init.headers)),
    remoteAddress: addressOf(request),
    ...(init.signal instanceof AbortSignal && { signal: init.signal }),
  }
  if (typeof init.body === 'string') options.payload = init.body
  const answer = await app.inject(options)
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  return new Response(answer.rawPayload.length === 0 ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers,
  })
}
