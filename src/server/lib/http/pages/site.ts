import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import type { ServerBuild } from 'react-router'
import { AppError } from '#contract/base/errors.ts'
import { languages } from '#contract/base/languages.ts'
import { addressOf } from '#server/lib/http/address-of.ts'
import { compressText } from '#server/lib/http/compress-text.ts'
import { pagePolicy } from '#server/lib/http/headers.ts'
import { type KeptPage, makeKeptPages, toKeptPage } from './kept-pages.ts'
import { pickEncoding } from '#server/lib/http/pick-encoding.ts'
import { forEverybodyHeader, listFormPaths, makeRenders, readSiteEntry } from './site-entry.ts'
import { untilLeft } from '#server/lib/http/until-left.ts'

export type SiteOptions = {
  /** Where the web build lies: `client/` and `server/index.js` in it. */
  buildDir: string
  /** The browser's origin: PUBLIC_URL. */
  publicUrl: string
}

const yearSeconds = 31_536_000
const urlencoded = 'application/x-www-form-urlencoded'
/** A long message, escaped. */
const formBytes = 65_536

/**
 * Serves the web app: the browser's build as files, every other GET as a page rendered by React Router, and the POST of a page
 * that takes its own form (`action`), for browsers that run no script. A form that is sent to another page is refused with
 * that page, which says what it needs.
 * Mount it last, on the same instance as the API. Paths under `/api` are not pages: they go to the instance's
 * not-found handler, which answers in the API's manner (`/api-docs` is a page).
 */
export async function mountSite(app: FastifyInstance, { buildDir, publicUrl }: SiteOptions): Promise<void> {
  const clientDir = join(buildDir, 'client')
  await app.register(async (scope) => {
    // Without one of its scripts an open page breaks and is loaded anew, which is far more to answer.
    scope.addHook('onRoute', (route) => void (route.config = { ...route.config, isNeverShed: true }))
    await scope.register(fastifyStatic, {
      root: clientDir,
      serve: false,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
    })
    await mountFiles(scope, clientDir)
  })

  // The build is a file that the compiler does not see: its shape is React Router's, plus what entry.server.tsx exports.
  const build = (await import(pathToFileURL(join(buildDir, 'server/index.js')).href)) as ServerBuild
  const renderAt = makeRenders(build)
  const { makeLoadContext, choosePageLanguage, inlineParts } = readSiteEntry(build)
  const { origin, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  const policyForAll = pagePolicy({ trusted: inlineParts, isSecure })
  const keptPages = makeKeptPages()

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = request.raw.url ?? '/'
    if (/^\/api(?:[/?]|$)/.test(path)) {
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
      // Others wait for it as well: it is not this visitor's to end.
      const { page } = await render(new AbortController().signal)
      return page.headers.has(forEverybodyHeader) && page.ok ? readForAll(page) : undefined
    }
    const isGet = request.method === 'GET'
    const kept = isGet ? await keptPages.find(path, renderForAll) : undefined
    if (kept !== undefined) return sendKept(request, reply, { page: kept, policy: policyForAll })

    const { nonce, page } = await render(untilLeft(reply.raw))
    const isForAll = page.headers.has(forEverybodyHeader)
    if (isForAll && page.ok && isGet) {
      const made = keptPages.keep(path, await readForAll(page))
      return sendKept(request, reply, { page: made, policy: policyForAll })
    }
    page.headers.delete(forEverybodyHeader)
    reply.code(isRefused && page.ok ? 405 : page.status)
    if (isRefused) reply.header('allow', 'GET, HEAD')
    reply.header(
      'content-security-policy',
      isForAll ? policyForAll : pagePolicy({ trusted: { nonce }, isSecure }),
    )
    // The nonce is this visitor's alone.
    reply.header('cache-control', 'private, no-cache')
    for (const [name, value] of page.headers) reply.header(name, value)
    // Not rendered for it: a length of nothing would be said to be the page's.
    if (request.method === 'HEAD') return reply.header('vary', 'accept-encoding').send()
    return reply.send(await compressText(request, reply, Buffer.from(await page.arrayBuffer())))
  }

  app.route({ method: ['GET', 'HEAD'], url: '/*', exposeHeadRoute: false, handler: sendPage })
  app.route({
    method: 'POST',
    url: '/*',
    // What was sent is not read: the page is answered before.
    onRequest: async (request, reply) => {
      if (request.headers.accept?.includes('text/html') === true) return sendPage(request, reply)
      reply.callNotFound()
      return reply
    },
    handler: sendPage,
  })
  // In a scope of its own: nothing but a form is taken there, and nowhere else one as bytes.
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

/** React Router would refuse it as well, and throw an error with a stack for each. */
function refuseForeignForm(request: FastifyRequest, origin: string): void {
  const from = request.headers.origin
  if (request.method !== 'POST' || from === undefined || from === origin) return
  request.log.warn({ from: from.slice(0, 200) }, 'a form from another site was refused')
  throw new AppError('invalid_parameter', { reason: 'not_understood' })
}

async function readForAll(page: Response): Promise<KeptPage> {
  page.headers.delete(forEverybodyHeader)
  return toKeptPage({ status: page.status, headers: [...page.headers], html: await page.text() })
}

/** Kept by browsers and what is before them as well, who ask each time whether it is still the same. */
async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, policy }: { page: KeptPage; policy: string },
): Promise<FastifyReply> {
  for (const [name, value] of page.headers) void reply.header(name, value)
  void reply.code(page.status).headers({
    'content-security-policy': policy,
    'cache-control': 'public, no-cache',
    etag: page.etag,
    // A cookie may say that another language is meant.
    vary: 'accept-encoding, cookie',
  })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const packed = encoding && (await page.body.packed(encoding))
  if (encoding === undefined || packed === undefined) return reply.send(page.body.plain)
  return reply.header('content-encoding', encoding).send(packed)
}

/**
 * Files by their names as they were at the start: the package's own route reads the whole folder for each file it is asked
 * for. What lies under /assets carries a hash of its content in its name; the names of the others (favicon, robots) are
 * fixed: they are checked again after an hour.
 */
async function mountFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  const assets = new Set(await listFiles(join(clientDir, 'assets')))
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*']
    if (!assets.has(name)) return reply.callNotFound()
    return reply.sendFile(`assets/${name}`, { maxAge: yearSeconds * 1000, immutable: true })
  })
  for (const name of await listFiles(clientDir))
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, { maxAge: 3_600_000, immutable: false }))
}

/** Without the packed ones, which are sent in place of their files. */
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

/** A page's call of the API, without a network hop, as the visitor whose page it is. */
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
