import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { toFieldRefusals } from '#contract/base/field-codes.ts'
import { defaultLanguage } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import { type RequireProof, shownProof, type ShownProof } from '#contract/base/proof.ts'
import { isAllowed } from '#contract/base/permissions.ts'
import { takeBack } from '#contract/base/take-back.ts'
import { sayTold } from '#contract/settings/settings-texts.ts'
import type { KeyCaller } from '#server/modules/users/api-keys/authenticate-key.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'
import type { Context } from '#server/context.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'

import { addressOf } from './address-of.ts'
import { decodePath, decodeQuery, userIdIn } from './decode-address.ts'
import { isForm, readForm, readTexts, type Upload } from './read-form.ts'
import { namesAnother, refuseForeignUser } from './refuse-foreign-user.ts'
import { refuseViewer, refuseViewToken } from './refuse-viewer.ts'
import { untilLeft } from './until-left.ts'

// Longer than most: all that is refused of a request before a handler sees it, in its order.

/** What a handler sees of a request: decoded by the contract, and who asks. */
export type Call<E extends Endpoint> = {
  ctx: Context
  caller: E['access'] extends 'public'
    ? undefined
    : E extends { takesKey: true }
      ? Caller | KeyCaller
      : Caller
  /** Whose things it is about: the caller's own, or, for an admin, those of the `user_id` in the query. */
  userId: E['access'] extends 'public' ? undefined : number
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** What a form brought along; none where the body was JSON. */
  files: E['files'] extends object ? readonly Upload[] : undefined
  idempotencyKey: string | undefined
  /** The client's address, by TRUST_PROXY. */
  address: string
  /** What the client calls itself. */
  userAgent: string | undefined
  /** Staff who act as such, or on somebody else's things: what they change goes into their record. */
  by: E['access'] extends 'admin' ? By : By | undefined
  /** For the members that the endpoint names in `proof`; where it says 'always', that was done before. */
  requireProof: RequireProof
  setHeader: (name: string, value: string) => void
  /** Aborted when nobody waits for the answer any more; for what may be given up then. */
  signal: AbortSignal
}

/** A request as its endpoint reads it, in the order in which it may be refused. */
export async function readCall<E extends Endpoint>(
  ctx: Context,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call<E>> {
  // Again, from memory: the session may have ended while the body was on its way.
  const caller = await admit(ctx, endpoint, request, { isAgain: true })
  if (caller !== undefined) {
    refuseForeignUser(caller, request, endpoint.needs)
    if (namesAnother(caller, request.query)) await refuseWithoutFactor(ctx, caller.id)
  }
  const address = addressOf(request)
  const query = decodeQuery(endpoint, request.query, caller)
  const params = decodePath(endpoint, request.params)
  const userId = caller === undefined ? undefined : askedUser(caller, query)
  const holder = caller === undefined ? address : `user ${caller.id}`
  const { own, shown } = takeProof(endpoint, request.body)
  const sent = await readBody(endpoint, { request, reply, holder, body: own })
  const requireProof =
    endpoint.proof === undefined || caller === undefined
      ? () => undefined
      : await proveCall(ctx, endpoint.proof, { caller, address, shown })
  return {
    ctx,
    caller,
    userId,
    params,
    query,
    ...sent,
    idempotencyKey: endpoint.idempotent === true ? idempotencyKeyOf(request) : undefined,
    address,
    userAgent: request.headers['user-agent'],
    requireProof,
    by: isStaffActing(endpoint, caller, userId) ? { actorId: caller.id, address } : undefined,
    setHeader: (name: string, value: string) => void reply.header(name, value),
    // Most calls are over before anybody could leave: they do without.
    get signal() {
      return untilLeft(reply.raw)
    },
  } as unknown as Call<E> // each member was decoded by the endpoint's own schema just above
}

/**
 * Who asks, if the call is not for everybody. Throws `authentication_required`, `insufficient_permissions`,
 * `two_factor_setup_required`, `view_only`, `maintenance`.
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
    return undefined
  }
  const byKey = await ctx.authenticateKey(headers.authorization, address)
  request.callerId = byKey?.id
  if (byKey !== undefined && endpoint.takesKey !== true) throw new AppError('insufficient_permissions')
  const caller = byKey ?? (await ctx.authenticate(headers.authorization, isAgain ? null : address))
  request.callerId = caller.id
  if (endpoint.access === 'admin' && !isAllowed(caller, endpoint.needs))
    throw new AppError('insufficient_permissions')
  if (endpoint.access === 'admin') await refuseWithoutFactor(ctx, caller.id)
  if (caller.viewer !== undefined) {
    refuseViewer(caller.viewer, endpoint)
    await refuseWithoutFactor(ctx, caller.viewer.id)
  }
  await refuseInMaintenance(ctx, endpoint, caller)
  return caller
}

/** For what staff do as such. Their own account they go on using, to set it up. */
async function refuseWithoutFactor(ctx: Context, staffId: number): Promise<void> {
  if (await ctx.needsTwoFactor(staffId)) throw new AppError('two_factor_setup_required')
}

/** Staff see whether what they work on does again. */
async function refuseInMaintenance(
  ctx: Context,
  { restsInMaintenance }: Endpoint,
  caller?: Caller | KeyCaller,
): Promise<void> {
  if (restsInMaintenance !== true || caller?.role === 'admin') return
  const { is_on: isOn, message } = (await ctx.settings.read()).maintenance
  if (!isOn) return
  // As every `message` of the API; the note on every page has it in its reader's language.
  const said = message === null ? {} : { message: sayTold(message, defaultLanguage) }
  throw new AppError('maintenance', { ...said, retryAfterSeconds: 300 })
}

type Schema = NonNullable<Endpoint['body']>

/** The body without what is shown as a proof, where the call takes one. */
function takeProof({ proof }: Endpoint, body: unknown): { own: unknown; shown: unknown } {
  if (proof === undefined || typeof body !== 'object' || body === null || Array.isArray(body))
    return { own: body, shown: {} }
  const { password, code, ...own } = body as Record<string, unknown> // an object of JSON
  return { own, shown: { password, code } }
}

/**
 * The one place where a proof is asked for. What is shown is checked also where none is needed: a wrong password is no way in.
 * Throws `proof_required`, `invalid_fields`, `rate_limited`, and `insufficient_permissions` for an API key.
 */
async function proveCall(
  ctx: Context,
  proof: NonNullable<Endpoint['proof']>,
  { caller, address, shown }: { caller: Caller | KeyCaller; address: string; shown: unknown },
): Promise<RequireProof> {
  const { id: userId, sessionId } = caller
  if (sessionId === null) throw new AppError('insufficient_permissions')
  const read = decodeBody(shownProof, shown) as ShownProof // by its own schema
  const { isProven, hasTwoFactor } = await ctx.proveSession({ userId, sessionId, address, shown: read })
  const requireProof: RequireProof = (changed) => {
    if (!isProven && (proof === 'always' || changed.some((name) => proof.includes(name))))
      throw new AppError('proof_required', { two_factor: hasTwoFactor })
  }
  if (proof === 'always') requireProof([])
  return requireProof
}

async function readBody(
  endpoint: Endpoint,
  {
    request,
    reply,
    holder,
    body,
  }: { request: FastifyRequest; reply: FastifyReply; holder: string; body: unknown },
): Promise<{ body: unknown; files?: readonly Upload[] }> {
  const { takes, files, body: schema, takesBack } = endpoint
  if (takes === 'bytes') return { body: toBytes(body) }
  if (files === undefined || schema === undefined) {
    const taken = schema && takesBack ? takeBack(schema, takesBack, body) : body
    return { body: decodeBody(schema, taken) }
  }
  if (request.body instanceof URLSearchParams)
    return { body: decodeBody(schema, readTexts(schema, request.body)), files: [] }
  if (!isForm(request)) return { body: decodeBody(schema, request.body), files: [] }
  const form = await readForm(request, { schema, files, holder, signal: untilLeft(reply.raw) })
  return { body: decodeBody(schema, form.body), files: form.files }
}

/** Nothing at all where none came. */
function toBytes(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array()
}

/** Of a call that takes no body nothing is known, so nothing may be in one. */
const nothingAtAll = z.strictObject({})

function decodeBody(schema: Schema = nothingAtAll, value: unknown): unknown {
  // The input tells what is missing from what is of another type; it goes no further than that.
  const result = z.safeDecode(schema, value ?? {}, { reportInput: true })
  if (result.success) return result.data
  throw invalidFields(toFieldRefusals(result.error.issues))
}

/** By the checks before this, only staff come here with another's. */
function askedUser(caller: Caller | KeyCaller, query: unknown): number {
  const asked = userIdIn(query)
  return typeof asked === 'number' && caller.role === 'admin' ? asked : caller.id
}

function isStaffActing(
  { access }: Endpoint,
  caller: Caller | KeyCaller | undefined,
  userId: number | undefined,
): caller is Caller {
  return caller !== undefined && (access === 'admin' || userId !== caller.id)
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length > limits.idempotencyKeyMax || !/^[\x21-\x7e]+$/.test(key))
    throw new AppError('invalid_parameter', { reason: 'idempotency_key' })
  return key
}
