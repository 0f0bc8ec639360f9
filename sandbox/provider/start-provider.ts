import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { makeFaults } from '#sandbox/faults/faults.ts'
import { guardControl } from '#sandbox/http/guard-control.ts'
import { type Answer, jsonAnswer, send } from '#sandbox/http/send.ts'
import { serveOnLoopback, type Exchange } from '#sandbox/http/serve-on-loopback.ts'
import { makeCallLog } from './call-log.ts'
import type { CatalogueService } from './catalogue-service.ts'
import { answerControlCall } from './control-calls.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { makeCatalogue } from './make-catalogue.ts'
import type { Panel } from './panel-actions.ts'
import { answerPanelCall } from './panel-call.ts'
import { openProviderState } from './provider-state.ts'

export type ProviderOptions = {
  /** 0 or undefined: any free port. */
  port?: number
  /** Where accepted orders are stored; undefined: in memory. */
  stateDir?: string
  /** Each line of its journal is on disk before the answer is sent. */
  isSynced?: boolean
  key?: string
  /** Served unchanged; otherwise `catalogueFile` is read, or else the built-in list with `catalogueSize` services is used. */
  catalogue?: CatalogueService[]
  catalogueFile?: string
  catalogueSize?: number
  clock?: () => number
  log?: (line: string) => void
}
export type SandboxProvider = {
  /** The base: the panel protocol is at `{url}/api/v2`, the control calls are under `{url}/sandbox/`. */
  url: string
  key: string
  stop: () => Promise<void>
}

/** A provider as a real HTTP server that implements the panel protocol (field notes 1) and delivers over time. */
export async function startSandboxProvider(options: ProviderOptions = {}): Promise<SandboxProvider> {
  const {
    port = 0,
    stateDir,
    key = randomBytes(16).toString('hex'),
    log = () => {},
    clock = Date.now,
  } = options
  const catalogue = options.catalogue ?? readCatalogue(options)
  const server = await serveOnLoopback({ port, log })
  const state = openProviderState({
    journalPath: stateDir === undefined ? undefined : join(stateDir, 'provider.journal'),
    isSynced: options.isSynced,
    wall: clock,
  })
  const panel: Panel = {
    state,
    services: new Map(catalogue.map((service) => [service.service, service])),
    settings: { sameLinkRefused: false, packagePieces: 1, pricePercent: 100, quirks: new Set() },
  }
  const faults = makeFaults({
    actions: ['add', 'services', 'status', 'refill', 'refill_status', 'cancel', 'balance'],
    hasWebhooks: false,
  })
  const calls = makeCallLog(clock)

  server.answerWith(async (exchange: Exchange) => {
    const { request, response, url } = exchange
    if (url.pathname.startsWith('/sandbox/')) {
      guardControl(request)
      return send(response, await answerControlCall({ panel, exchange, faults, log: calls }))
    }
    if (!/^\/api\/v2\/?$/.test(url.pathname)) return send(response, jsonAnswer({ error: 'Not found' }, 404))
    if (panel.settings.quirks.has('redirects_to_www')) return send(response, redirectToWww(url))
    return answerPanelCall({ panel, exchange, faults, log: calls, key })
  })
  return {
    url: server.url,
    key,
    stop: async () => {
      await server.stop()
      state.close()
    },
  }
}

/** As when a panel moves to another domain; posted orders are not accepted. */
function redirectToWww({ pathname, search }: URL): Answer {
  const location = `https://www.panel.example${pathname}${search}`
  return { status: 301, headers: { location, 'content-type': 'text/html' }, body: 'Moved Permanently' }
}

function readCatalogue({ catalogueFile, catalogueSize }: ProviderOptions): CatalogueService[] {
  return catalogueFile === undefined
    ? makeCatalogue(catalogueSize === undefined ? {} : { size: catalogueSize })
    : loadCatalogue(catalogueFile)
}
