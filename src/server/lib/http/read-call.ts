import type { ServerResponse } from 'node:http'

import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { toFieldRefusals } from '#contract/base/field-codes.ts'
import { limits } from '#contract/base/limits.ts'
import { type RequireProof, shownProof, type ShownProof } from '#contract/base/proof.ts'
import { takeBack } from '#contract/base/take-back.ts'
import type { Context } from '#server/context.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'
import type { KeyCaller } from '#server/modules/users/api-keys/authenticate-key.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'

import { addressOf } from './address-of.ts'
import { admit, namesAnother, refuseForeignUser, refuseWithoutTwoFactor } from './admit.ts'
import { decodePath, decodeQuery, userIdIn } from './decode-parameters.ts'
import { isForm, readForm, readTexts, type Upload } from './read-form.ts'
import { readInput } from './read-input.ts'

/** What a handler gets: the caller, and the request as decoded by the endpoint's schemas. */
export type Call<E extends Endpoint> = {
  ctx: Context
  caller: E['access'] extends 'public'
    ? undefined
    : E extends { takesKey: 'read' | 'order' }
      ? Caller | KeyCaller
      : Caller
  /** The user the call is about: the caller, or, for staff, the `user_id` in the query. */
  userId: E['access'] extends 'public' ? undefined : number
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Files of a form; none if the body was JSON. */
  files: E['files'] extends object ? readonly Upload[] : undefined
  idempotencyKey: string | undefined
  /** The client's address, by TRUST_PROXY. */
  address: string
  userAgent: string | undefined
  /** Set if staff act as staff or on another user's data: the change goes into the audit log. */
  by: E['access'] extends 'admin' ? By : By | undefined
  /** For endpoints whose `proof` names fields: call it with those that change. 'always' was checked before. */
  requireProof: RequireProof
  setHeader: (name: string, value: string) => void
  /** Aborted when the client disconnects; pass it to reads that can be canceled. */
  signal: AbortSignal
}

/** Decodes a request. The order of the steps is the order in which errors are reported. */
export async function readCall<E extends Endpoint>(
  ctx: Context,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call<E>> {
  // A second time, from the cache: the session may have ended while the body was being received.
  const caller = await admit(ctx, endpoint, request, { isAgain: true })
  if (caller !== undefined) {
    refuseForeignUser(caller, request, endpoint.needs)
    if (namesAnother(caller, request.query)) await refuseWithoutTwoFactor(ctx, caller.id)
  }
  const address = addressOf(request)
  const query = decodeQuery(endpoint, request.query, caller)
  const params = decodePath(endpoint, request.params)
  const userId = caller === undefined ? undefined : askedUser(caller, query)
  const sender = caller === undefined ? address : `user ${caller.id}`
  const { own, shown } = takeProof(endpoint, request.body)
  const sent = await readBody(endpoint, { request, reply, sender, body: own })
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
    by: isStaffActing(endpoint, caller, userId) ? toBy(caller, address) : undefined,
    setHeader: (name: string, value: string) => void reply.header(name, value),
    // A getter, since most calls never use it.
    get signal() {
      return abortOnClose(reply.raw)
    },
  } as unknown as Call<E> // each member was decoded by the endpoint's own schema just above
}

type Schema = NonNullable<Endpoint['body']>

/** Separates the password or code that proves the session from the rest of the body. */
function takeProof({ proof }: Endpoint, body: unknown): { own: unknown; shown: unknown } {
  if (proof === undefined || typeof body !== 'object' || body === null || Array.isArray(body))
    return { own: body, shown: {} }
  const { password, code, ...own } = body as Record<string, unknown> // an object of JSON
  return { own, shown: { password, code } }
}

/**
 * The only place that requires a proof. A password or code is checked even if none is needed: a wrong one is refused.
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
    sender,
    body,
  }: { request: FastifyRequest; reply: FastifyReply; sender: string; body: unknown },
): Promise<{ body: unknown; files?: readonly Upload[] }> {
  const { takes, files, body: schema, takesBack } = endpoint
  if (takes === 'bytes') return { body: toBytes(body) }
  if (endpoint.input !== undefined) {
    const signal = abortOnClose(reply.raw)
    return { body: decodeBody(schema, await readInput(endpoint, { request, sender, signal })) }
  }
  if (files === undefined || schema === undefined) {
    const taken = schema && takesBack ? takeBack(schema, takesBack, body) : body
    return { body: decodeBody(schema, taken) }
  }
  if (request.body instanceof URLSearchParams)
    return { body: decodeBody(schema, readTexts(schema, request.body)), files: [] }
  if (!isForm(request)) return { body: decodeBody(schema, request.body), files: [] }
  const form = await readForm(request, { schema, files, sender, signal: abortOnClose(reply.raw) })
  return { body: decodeBody(schema, form.body), files: form.files }
}

/** Empty if there was no body. */
function toBytes(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array()
}

/** For calls without a body: an object without fields. */
const nothingAtAll = z.strictObject({})

function decodeBody(schema: Schema = nothingAtAll, value: unknown): unknown {
  // The input is needed to tell a missing field from one of the wrong type; it is not passed on.
  const result = z.safeDecode(schema, value ?? {}, { reportInput: true })
  if (result.success) return result.data
  throw invalidFields(toFieldRefusals(result.error.issues))
}

/** Checked before: only staff can get here with another user's id. */
function askedUser(caller: Caller | KeyCaller, query: unknown): number {
  const asked = userIdIn(query)
  return typeof asked === 'number' && caller.role === 'admin' ? asked : caller.id
}

function isStaffActing(
  { access }: Endpoint,
  caller: Caller | KeyCaller | undefined,
  userId: number | undefined,
): caller is Caller | KeyCaller {
  return caller !== undefined && (access === 'admin' || userId !== caller.id)
}

/** Every change by staff passes here, by session or by key: the audit log records which. */
export function toBy({ id: actorId, keyId }: Caller | KeyCaller, address: string): By {
  return { actorId, ...(keyId !== undefined && { keyId }), address }
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length > limits.idempotencyKeyMax || !/^[\x21-\x7e]+$/.test(key))
    throw new AppError('invalid_parameter', { reason: 'idempotency_key' })
  return key
}

/** Aborts when the client disconnects before the answer is complete, such as a search replaced by the next keystroke. */
export function abortOnClose(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const onClose = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) onClose()
  else response.once('close', onClose)
  return controller.signal
}
