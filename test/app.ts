import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod/mini'

import type { AnswerOf, Endpoint } from '#contract/base/endpoint.ts'
import { makeApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Context, makeContext } from '#server/context.ts'
import type { Gateways } from '#server/integrations/gateways/registry.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import type { ShedLimits } from '#server/lib/http/shed-load.ts'
import { mountSite } from '#server/lib/http/pages/site.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { logLevels } from '#server/boot/variables.ts'
import { startWorker } from '#server/worker.ts'

import { ask } from './ask.ts'
import { makeTestDatabase, type TestDatabase } from './database.ts'

export type TestApp = {
  ctx: Context
  app: FastifyInstance
  /** http://127.0.0.1:port */
  url: string
  database: TestDatabase
  call: <const E extends Endpoint>(endpoint: E, args?: CallArgs) => Promise<Called<E>>
  /**
   * Another process: a separate context and app on the same database, over another URL or with other variables if
   * given.
   */
  another: (way?: { databaseUrl: string; env?: Record<string, string> }) => Promise<TestApp>
  drop: () => Promise<void>
}

export type CallArgs = {
  token?: string | undefined
  params?: Record<string, unknown>
  query?: Record<string, string>
  /** The request body: plain JSON, or a text that is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
}

export type Called<E extends Endpoint> = {
  status: number
  /** Decoded by the contract when the call succeeded, else the error body. */
  body: AnswerOf<E> & ErrorBody
  /** The raw response body. */
  json: Record<string, unknown>
  headers: Headers
}

type ErrorBody = { code: string; message: string; fields: Record<string, unknown>; requestId: string }

export type TestAppOptions = {
  worker?: boolean
  env?: Record<string, string>
  poolMax?: number
  log?: Logger
  /** A web build, whose pages it serves as well (`small-site.ts`). */
  buildDir?: string
  /** When the app sheds load. By default never: the load comes from other tests. */
  shedding?: ShedLimits
  gateways?: Gateways
}

/** A log level, for debugging a failing test. */
const testLevel = logLevels.find((level) => level === process.env['TEST_LOG']) ?? 'silent'

/** The real app on a real port with its own database. */
export async function makeTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await makeTestDatabase(options.poolMax === undefined ? {} : { poolMax: options.poolMax })
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-test-'))
  const made: { stop: () => Promise<void> }[] = []

  const start = async (pool: Pool, databaseUrl: string, env = options.env): Promise<TestApp> => {
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      // As with a configured owner; the app works with the product's role.
      ...(databaseUrl === database.product.url && { DATABASE_DIRECT_URL: database.url }),
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret key for tests only, of no use elsewhere',
      SANDBOX: 'off',
      RATE_LIMITS: 'relaxed',
      ...env,
    })
    const log = options.log ?? makeLog(testLevel)
    const { gateways } = options
    const ctx = await makeContext({ config, pool, log, ...(gateways && { gateways }) })
    const { buildDir, shedding = { isRelaxed: true } } = options
    const app = await makeApp(ctx, options.worker === true ? 'all' : 'web', shedding)
    if (buildDir !== undefined) await mountSite(app, { buildDir, publicUrl: config.publicUrl })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const worker = options.worker === true ? startWorker(ctx) : undefined
    made.push({
      stop: async () => {
        await app.close()
        await worker?.stop()
        await ctx.close()
      },
    })
    return { ctx, app, url, database, call: makeTestCall(url), another, drop }
  }

  const another: TestApp['another'] = async (
    { databaseUrl, env } = { databaseUrl: database.product.url },
  ) => {
    const pool = makePool({ url: databaseUrl, max: 5 })
    const app = await start(pool, databaseUrl, env)
    made.unshift({ stop: () => pool.end() })
    return app
  }

  const drop = async () => {
    for (const one of made.toReversed()) await one.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return start(database.product.pool, database.product.url)
}

/** Calls an endpoint over HTTP as any client would. */
export function makeTestCall(url: string): TestApp['call'] {
  return async (endpoint, { token, params = {}, query, body, headers } = {}) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(params[name])),
    )
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
    const answer = await ask(`${url}${path}${search}`, {
      method: endpoint.method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const { status, text } = answer
    const json = text === '' ? {} : JSON.parse(text)
    const { schema } = endpoint.answer
    const decoded = status < 300 && schema !== undefined ? z.decode(schema, json) : json
    return { status, body: decoded, json, headers: answer.headers } as never // decoded by the endpoint's own schema
  }
}
