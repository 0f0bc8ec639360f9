import { randomBytes } from 'node:crypto'

import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { LogController } from 'fastify'

import { adminEnvelope } from '#contract/admin-api/admin-api.ts'
import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { announcementsRoutes } from '#server/modules/messaging/announcements/announcements-routes.ts'
import { apiKeysRoutes } from '#server/modules/users/api-keys/api-keys-routes.ts'
import { authRoutes } from '#server/modules/users/auth/auth-routes.ts'
import { nameRoutes } from '#server/modules/catalogue/names/name-routes.ts'
import { publicCatalogueRoutes } from '#server/modules/catalogue/public/public-routes.ts'
import { makeCatalogueSnapshot } from '#server/modules/catalogue/public/catalogue-snapshot.ts'
import { servicesRoutes } from '#server/modules/catalogue/services/services-routes.ts'
import { contactRoutes } from '#server/modules/support/contact/contact-routes.ts'
import { favouritesRoutes } from '#server/modules/catalogue/favourites/favourites-routes.ts'
import { healthRoutes } from '#server/modules/operations/health/health-routes.ts'
import { operationsRoutes } from '#server/modules/operations/operations-routes.ts'
import { importsRoutes } from '#server/modules/catalogue/imports/imports-routes.ts'
import { liveRoutes } from '#server/modules/site/live/live-routes.ts'
import { emailsRoutes } from '#server/modules/messaging/emails/emails-routes.ts'
import { notificationsRoutes } from '#server/modules/messaging/notifications/notifications-routes.ts'
import { ordersRoutes } from '#server/modules/orders/orders-routes.ts'
import { paymentsRoutes } from '#server/modules/payments/payments-routes.ts'
import { providersRoutes } from '#server/modules/providers/providers-routes.ts'
import { reportsRoutes } from '#server/modules/reports/reports-routes.ts'
import { adminApiRoutes } from '#server/modules/admin-api/admin-api-routes.ts'
import { resellerRoutes } from '#server/modules/reseller/reseller-routes.ts'
import { settingsRoutes } from '#server/modules/settings/settings-routes.ts'
import { auditLogRoutes } from '#server/modules/audit-log/audit-log-routes.ts'
import { apiGuideRoutes } from '#server/modules/site/api-guide/api-guide-routes.ts'
import { makeTermsListener } from '#server/modules/catalogue/prices/follow-terms.ts'
import { providerSyncRoutes } from '#server/modules/catalogue/provider-sync/provider-sync-routes.ts'
import { searchRoutes } from '#server/modules/site/search/search-routes.ts'
import { siteRoutes } from '#server/modules/site/site-routes.ts'
import { inboxRoutes } from '#server/modules/support/inbox/inbox-routes.ts'
import { ticketsRoutes } from '#server/modules/support/tickets/tickets-routes.ts'
import { invitationRoutes } from '#server/modules/users/invitations/invitation-routes.ts'
import { profileRoutes } from '#server/modules/users/profile/profile-routes.ts'
import { resetRoutes } from '#server/modules/users/resets/reset-routes.ts'
import { twoFactorRoutes } from '#server/modules/users/two-factor/two-factor-routes.ts'
import { usersRoutes } from '#server/modules/users/users-routes.ts'
import { ledgerRoutes } from '#server/modules/ledger/ledger-routes.ts'

import type { Context } from './context.ts'
import { refuseInEnvelope } from '#server/lib/http/envelope.ts'
import { handleErrors, sendError } from '#server/lib/http/errors.ts'
import { makeSafetyHeaders, mountHeaders } from '#server/lib/http/headers.ts'
import { openApiRoute } from '#server/lib/http/openapi/openapi.ts'
import {
  makeRefuseAddress,
  makeRefuseUnreadable,
  refuseOddRequests,
} from '#server/lib/http/refuse-unreadable.ts'
import { refuseWhileClosing, shedLoad, type ShedLimits } from '#server/lib/http/shed-load.ts'
import { acceptJsonOnly } from '#server/lib/http/parse-json.ts'

const modules = [
  authRoutes,
  twoFactorRoutes,
  resetRoutes,
  invitationRoutes,
  profileRoutes,
  usersRoutes,
  apiKeysRoutes,
  settingsRoutes,
  emailsRoutes,
  servicesRoutes,
  nameRoutes,
  apiGuideRoutes,
  siteRoutes,
  searchRoutes,
  ordersRoutes,
  ledgerRoutes,
  paymentsRoutes,
  adminApiRoutes,
  ticketsRoutes,
  inboxRoutes,
  contactRoutes,
  announcementsRoutes,
  favouritesRoutes,
  notificationsRoutes,
  providerSyncRoutes,
  importsRoutes,
  liveRoutes,
  reportsRoutes,
  operationsRoutes,
  auditLogRoutes,
]

export type WebRole = 'all' | 'web'

/** All API routes; `mountSite` adds the pages. */
export async function makeApp(
  ctx: Context,
  role: WebRole = 'all',
  shedding: ShedLimits = {},
): Promise<FastifyInstance> {
  const app = await makeBareApp(ctx)
  await shedLoad(app, { isRelaxed: ctx.config.rateLimits === 'relaxed', ...shedding })
  openApiRoute(app, ctx)
  healthRoutes(app, ctx, role)
  providersRoutes(app, ctx, makeTermsListener(ctx))
  const catalogue = makeCatalogueSnapshot(ctx)
  publicCatalogueRoutes(app, ctx, catalogue)
  resellerRoutes(app, ctx, catalogue)
  for (const routes of modules) routes(app, ctx)
  return app
}

/** A worker's health checks and metrics. */
export async function makeWorkerApp(ctx: Context): Promise<FastifyInstance> {
  const app = await makeBareApp(ctx)
  healthRoutes(app, ctx, 'worker')
  return app
}

async function makeBareApp(ctx: Context): Promise<FastifyInstance> {
  const headers = makeSafetyHeaders({ isSecure: ctx.config.publicUrl.startsWith('https:') })
  const app = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger, // pino's own type, which fastify takes
    // Access logs are the load balancer's job.
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
    // Checked by `refuseOddRequests`, which answers in our format.
    http: { requireHostHeader: false },
  })
  mountHeaders(app, headers)
  handleErrors(app, ctx.security)
  acceptJsonOnly(app)
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
  app.setNotFoundHandler((request, reply) => {
    const error = new AppError('not_found')
    const isForAdminApi = /^\/adminapi(?:[/?]|$)/.test(request.raw.url ?? '')
    return isForAdminApi ? refuseInEnvelope(reply, adminEnvelope, error) : sendError(request, reply, error)
  })
  return app
}

/** A number of hops: that many nearest proxies are trusted. */
function toTrustProxy(
  trusted: boolean | number | string[],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}

/** A random prefix per process and a counter: cheaper than randomness for every request. */
function makeRequestIds(): () => string {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${start}-${(count += 1).toString(36)}`
}
