import { randomBytes } from 'node:crypto'

import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { LogController } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { announcementsRoutes } from '#server/announcements/announcements-routes.ts'
import { apiKeysRoutes } from '#server/api-keys/api-keys-routes.ts'
import { authRoutes } from '#server/auth/auth-routes.ts'
import { catalogueRoutes } from '#server/catalogue/catalogue-routes.ts'
import { contactRoutes } from './contact/contact-routes.ts'
import { erasureRoutes } from '#server/erasure/erasure-routes.ts'
import { favouritesRoutes } from '#server/favourites/favourites-routes.ts'
import { healthRoutes } from '#server/health/health-routes.ts'
import { overviewRoutes } from '#server/health/overview-routes.ts'
import { importsRoutes } from '#server/imports/imports-routes.ts'
import { liveRoutes } from '#server/live/live-routes.ts'
import { mailsRoutes } from '#server/mails/mails-routes.ts'
import { notificationsRoutes } from '#server/notifications/notifications-routes.ts'
import { ordersRoutes } from '#server/orders/orders-routes.ts'
import { paymentsRoutes } from '#server/payments/payments-routes.ts'
import { providersRoutes } from '#server/providers/providers-routes.ts'
import { reportsRoutes } from '#server/reports/reports-routes.ts'
import { settingsRoutes } from '#server/settings/settings-routes.ts'
import { staffRoutes } from '#server/staff/staff-routes.ts'
import { apiGuideRoutes } from '#server/http/api-guide-routes.ts'
import { siteRoutes } from '#server/site/site-routes.ts'
import { ticketsRoutes } from '#server/tickets/tickets-routes.ts'
import { usersRoutes } from '#server/users/users-routes.ts'
import { walletRoutes } from '#server/wallet/wallet-routes.ts'

import type { Context } from './context.ts'
import { handleErrors, sendError } from './http/errors.ts'
import { makeSafetyHeaders, mountHeaders } from './http/headers.ts'
import { openApiRoute } from './http/openapi-route.ts'
import { makeRefuseAddress, makeRefuseUnreadable, refuseOddRequests } from './http/refuse-unreadable.ts'
import { refuseWhileClosing } from './http/refuse-while-closing.ts'
import { shedLoad, type ShedLimits } from './http/shed-load.ts'
import { takeJsonOnly } from './http/take-json.ts'

const nouns = [
  authRoutes,
  usersRoutes,
  apiKeysRoutes,
  settingsRoutes,
  mailsRoutes,
  catalogueRoutes,
  apiGuideRoutes,
  siteRoutes,
  ordersRoutes,
  walletRoutes,
  paymentsRoutes,
  ticketsRoutes,
  contactRoutes,
  announcementsRoutes,
  favouritesRoutes,
  erasureRoutes,
  notificationsRoutes,
  providersRoutes,
  importsRoutes,
  liveRoutes,
  reportsRoutes,
  overviewRoutes,
  staffRoutes,
]

export type WebRole = 'all' | 'web'

/** Every route of the API and of the operator's tools; `mountSite` adds the pages. */
export async function makeApp(
  ctx: Context,
  role: WebRole = 'all',
  shedding: ShedLimits = {},
): Promise<FastifyInstance> {
  const app = await makeBareApp(ctx)
  await shedLoad(app, shedding)
  openApiRoute(app, ctx)
  healthRoutes(app, ctx, role)
  for (const routes of nouns) routes(app, ctx)
  return app
}

/** What a worker shows of itself. */
export async function makeWorkerApp(ctx: Context): Promise<FastifyInstance> {
  const app = await makeBareApp(ctx)
  healthRoutes(app, ctx, 'worker')
  return app
}

async function makeBareApp(ctx: Context): Promise<FastifyInstance> {
  const headers = makeSafetyHeaders({ isSecure: ctx.config.publicUrl.startsWith('https:') })
  const app = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger, // pino's own type, which fastify takes
    // One line per request is the balancer's to write; ours are for what went wrong.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    routerOptions: { maxParamLength: limits.paramMax },
    trustProxy: toTrustProxy(ctx.config.trustProxy),
    genReqId: makeRequestIds(),
    requestTimeout: limits.requestTimeoutSeconds * 1000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: makeRefuseAddress(headers),
    clientErrorHandler: makeRefuseUnreadable(headers),
    // Looked at by `refuseOddRequests`, which answers in our form.
    http: { requireHostHeader: false },
  })
  mountHeaders(app, headers)
  handleErrors(app, ctx.security)
  takeJsonOnly(app)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const seconds = reply.elapsedTime / 1000
    ctx.metrics.noteRequest({ method, route: routeOptions.url, status: reply.statusCode, seconds })
    done()
  })
  refuseOddRequests(app)
  refuseWhileClosing(app)
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('not_found')))
  return app
}

/** A number of hops means: that many proxies nearest to us are believed. */
function toTrustProxy(
  trusted: boolean | number | string[],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}

/** A random start per process and a count: unique without asking the kernel for randomness at every request. */
function makeRequestIds(): () => string {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${start}-${(count += 1).toString(36)}`
}
