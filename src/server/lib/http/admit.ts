import type { FastifyRequest } from 'fastify'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { defaultLanguage } from '#contract/base/languages.ts'
import { isAllowed, type Need, type Staff } from '#contract/base/permissions.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import { textIn } from '#contract/settings/settings-texts.ts'
import type { Context } from '#server/context.ts'
import type { KeyCaller } from '#server/modules/users/api-keys/authenticate-key.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'

import { addressOf } from './address-of.ts'

/**
 * The caller, or undefined for a public endpoint. `isAgain`: a second check, not counted against the address. Throws
 * `authentication_required`, `insufficient_permissions`, `two_factor_setup_required`, `view_only`, `maintenance`,
 * `fenced`.
 */
export async function admit(
  ctx: Context,
  endpoint: Endpoint,
  request: FastifyRequest,
  { isAgain = false }: { isAgain?: boolean } = {},
): Promise<Caller | KeyCaller | undefined> {
  const { headers } = request
  const address = addressOf(request)
  if (endpoint.access === 'public') {
    refuseViewToken(endpoint, headers.authorization)
    await refuseInMaintenance(ctx, endpoint)
    await refuseWhileFenced(ctx, endpoint)
    return undefined
  }
  const byKey = await ctx.authenticateKey(headers.authorization, address)
  request.callerId = byKey?.id
  if (byKey !== undefined && !byKey.scopes.some((scope) => scope === endpoint.takesKey))
    throw new AppError('insufficient_permissions')
  const caller = byKey ?? (await ctx.authenticate(headers.authorization, isAgain ? null : address))
  request.callerId = caller.id
  if (endpoint.access === 'admin' && !isAllowed(caller, endpoint.needs))
    throw new AppError('insufficient_permissions')
  if (endpoint.access === 'admin') await refuseWithoutTwoFactor(ctx, caller.id)
  if (caller.viewer !== undefined) {
    refuseViewer(caller.viewer, endpoint)
    await refuseWithoutTwoFactor(ctx, caller.viewer.id)
  }
  await refuseInMaintenance(ctx, endpoint, caller)
  await refuseWhileFenced(ctx, endpoint, caller)
  return caller
}

/** For staff actions only: staff can still use their own account, to set up two-factor authentication. */
export async function refuseWithoutTwoFactor(ctx: Context, staffId: number): Promise<void> {
  if (await ctx.needsTwoFactor(staffId)) throw new AppError('two_factor_setup_required')
}

/** Staff are exempt, so that they can check the site before it opens again. */
async function refuseInMaintenance(
  ctx: Context,
  { restsInMaintenance }: Endpoint,
  caller?: Caller | KeyCaller,
): Promise<void> {
  if (restsInMaintenance !== true || caller?.role === 'admin') return
  const { maintenance } = await ctx.settings.read()
  if (maintenance.is_on) throw inMaintenance(maintenance)
}

/** Calls by API key are refused even if they only read: a program would act on data as old as the archive. */
async function refuseWhileFenced(
  ctx: Context,
  { access, method, whileFenced }: Endpoint,
  caller?: Caller | KeyCaller,
): Promise<void> {
  if (!ctx.fence.isUp() || whileFenced === 'works') return
  if (method === 'GET' && caller?.keyId === undefined && whileFenced !== 'fenced') return
  if (access === 'admin' || caller?.role === 'admin' || whileFenced === 'fenced')
    throw new AppError('fenced', { retryAfterSeconds: RETRY_SECONDS })
  throw inMaintenance((await ctx.settings.read()).maintenance)
}

const RETRY_SECONDS = 300

/** In English, like every `message` of the API; the banner on the pages has it in the reader's language. */
function inMaintenance({ message }: Settings['maintenance']): AppError {
  const said = message === null ? {} : { message: textIn(message, defaultLanguage) }
  return new AppError('maintenance', { ...said, retryAfterSeconds: RETRY_SECONDS })
}

/** Staff who view the panel as a customer may only read, and only what their own permissions cover. */
function refuseViewer(viewer: Staff, { method, needs, viewNeeds = needs }: Endpoint): void {
  if (method !== 'GET' || viewNeeds === 'owner') throw new AppError('view_only')
  if (viewNeeds !== undefined && !isAllowed(viewer, viewNeeds)) throw new AppError('insufficient_permissions')
}

/** Public endpoints don't authenticate, so the token of a view is recognized by its unverified claims. */
function refuseViewToken({ method }: Endpoint, authorization: string | undefined): void {
  if (method === 'GET' || authorization === undefined) return
  const [, claims = ''] = authorization.split('.')
  if (Buffer.from(claims, 'base64url').toString().includes('"vid"')) throw new AppError('view_only')
}

/**
 * Refuses another user's id in `user_id` or `userId`, unless staff with the permission `needs` put it in the query
 * (api.md, "Who is asking"). Applies to every call, also if the endpoint has no such parameter: ignoring it would
 * answer about the wrong user. In a body it is never used, so it is refused for staff too.
 */
export function refuseForeignUser(
  caller: Caller | KeyCaller,
  { query, body }: { query: unknown; body?: unknown },
  needs?: Need,
): void {
  const mayName = needs === undefined ? caller.role === 'admin' : isAllowed(caller, needs)
  if ((!mayName && namesAnother(caller, query)) || namesAnother(caller, body))
    throw new AppError('insufficient_permissions')
}

/** True if `user_id` or `userId` in the value is another user's. */
export function namesAnother({ id: own }: { id: number }, value: unknown): boolean {
  return userIdsIn(value).some((id) => id !== own)
}

function userIdsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  const { user_id: one, userId: other } = value as Record<string, unknown> // any object has members
  return (
    [one, other]
      .flat()
      .filter((id) => id !== undefined && id !== null && id !== '')
      // An object is not an id, and one with its own `toString` can't be converted to a number.
      .map((id) => (typeof id === 'object' ? Number.NaN : Number(id)))
  )
}
