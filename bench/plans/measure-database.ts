import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Pool } from 'pg'

import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { makeApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Context, makeContext } from '#server/context.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { makeClient, makePool } from '#server/lib/postgres/pool.ts'
import { listRounds } from '#server/lib/queue/loop.ts'
import { makeTokenSigner } from '#server/modules/users/auth/authenticate.ts'
import { startWorker } from '#server/worker.ts'
import { ask } from '#test/ask.ts'

import { type Call, calls, callersOf, pathFacts, placing, refusals } from './calls.ts'
import { readWork, type Work } from './count-work.ts'
import { type Caller, type CallersFacts, findCallers } from './facts.ts'
import { skippedJobs } from './jobs.ts'

/** `page`: the number of rows or lines in the answer. `status`: of the answer; 0: of a job that threw. */
export type Measured = Work & { name: string; page: number; status: number }

const JOB = 'job: '
/** Exports hold one and use another. */
const CONNECTIONS = 3
/** A job that finds years of work takes many rounds, and later only has new work. */
const CATCH_UP_MS = 60_000
const LEISURE_MS = 300_000

export type Measuring = {
  measured: Measured[]
  /** Measures some of them again. */
  again(names: ReadonlySet<string>): Promise<Measured[]>
  end(): Promise<void>
}

/**
 * What each call and job reads in this database, which they change slightly. First the jobs finish the work that a
 * filled database has for them; then all are measured in a new process with empty caches.
 */
export async function measureDatabase(
  url: string,
  { secretKey, isSmall }: { secretKey: string; isSmall: boolean },
): Promise<Measuring> {
  const pool = makePool({ url: isSmall ? withoutScans(url) : url, max: CONNECTIONS })
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-plans-'))
  const end = async () => {
    await pool.end()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const callers = await findAtLeisure(url)
    const taken = new Map<string, number>()
    const env = {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      SANDBOX: 'off',
      RATE_LIMITS: 'relaxed',
    }
    const pass = (names?: ReadonlySet<string>) =>
      inProduct(pool, env, (product) => measureAll(product, { pool, callers, taken, names }))
    await inProduct(pool, env, ({ ctx }) => catchUp(ctx))
    // What autovacuum does in a running shop: pages that it has not seen are visited for each index entry, and a queue
    // whose size is not known may be read whole.
    await run(url, isSmall ? 'vacuum (freeze, analyze)' : 'vacuum (analyze)')
    const measured = await pass()
    return {
      measured,
      async again(names) {
        // It samples the rows: another sample may lead to another plan if two cost about the same.
        if (isSmall) await run(url, 'vacuum (freeze, analyze)')
        return pass(names)
      },
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * Small tables are scanned whole where large ones use an index. Without scans a small database has the plans of a large
 * one: anything still scanned whole lacks an index.
 */
function withoutScans(url: string): string {
  const changed = new URL(url)
  changed.searchParams.set('options', '-c enable_seqscan=off')
  return changed.href
}

/** These look-ups are not part of the product, and take a while in a large database. */
async function findAtLeisure(url: string): Promise<Record<Caller, CallersFacts>> {
  const pool = makePool({ url, max: 1, patienceMs: LEISURE_MS })
  try {
    return await findCallers(pool)
  } finally {
    await pool.end()
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = makeClient(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

type Product = { ctx: Context; url: string }

async function inProduct<Result>(
  pool: Pool,
  env: Record<string, string>,
  work: (product: Product) => Promise<Result>,
): Promise<Result> {
  const ctx = await makeContext({ config: readConfig(env), pool, log: makeLog('silent') })
  const app = await makeApp(ctx, 'web', { isRelaxed: true })
  try {
    return await work({ ctx, url: await app.listen({ host: '127.0.0.1', port: 0 }) })
  } finally {
    await app.close()
    await ctx.close()
  }
}

type Given = {
  pool: Pool
  callers: Record<Caller, CallersFacts>
  taken: Map<string, number>
  /** All by default. */
  names: ReadonlySet<string> | undefined
}

async function measureAll({ ctx, url }: Product, given: Given): Promise<Measured[]> {
  const { pool, callers, taken, names } = given
  const tokens = new Map<Caller, string>()
  for (const caller of ['big', 'small', 'staff'] as const)
    tokens.set(caller, await signIn(ctx, callers[caller].userId ?? 0))
  const measured: Measured[] = []
  let before = await readWork(pool)
  const measure = async (name: string, work: () => Promise<Answer>) => {
    const answer = await work()
    const after = await readWork(pool)
    measured.push({ name, ...answer, rows: after.rows - before.rows, blocks: after.blocks - before.blocks })
    before = after
  }
  for (const call of calls)
    for (const caller of callersOf(call)) {
      if (names?.has(nameOf(call, caller)) === false) continue
      if (JSON.stringify(call).includes('{placed}')) {
        taken.set('placed', await placeOne(url, tokens.get('big'), given))
        before = await readWork(pool)
      }
      const asked = toRequest(call, caller, given)
      const { [call[0]]: refusal } = refusals
      await measure(nameOf(call, caller), async () => {
        // A time limit may truncate a file.
        const answer = await send(url, asked, tokens.get(caller)).catch(() => ({ status: 0, page: 1 }))
        return answer.status === refusal ? { ...answer, status: 200 } : answer
      })
    }
  if (names === undefined || [...names].some((name) => name.startsWith(JOB)))
    await eachJob(ctx, (name, work) =>
      measure(JOB + name, () =>
        work(new AbortController().signal).then(
          () => ({ page: 1, status: 200 }),
          () => ({ page: 1, status: 0 }),
        ),
      ),
    )
  return names === undefined ? measured : measured.filter(({ name }) => names.has(name))
}

/** Places an order that waits for staff to deliver it, so that no job takes it; answers its id. */
async function placeOne(url: string, token: string | undefined, given: Given): Promise<number> {
  const { status, text } = await request(url, toRequest(placing, 'big', given), token)
  if (status !== 201) throw new Error(`placing an order was answered with ${status}: ${text}`)
  return Number(JSON.parse(text).order.id)
}

const nameOf = ([endpoint, , query = '', body]: Call, caller: Caller) => {
  const action = Object(body).action
  const more = query.startsWith('/') || query === '' ? (action ?? '') : query
  return `${caller}: ${endpoint}${more === '' ? '' : `?${more}`}`
}

async function signIn(ctx: Context, userId: number): Promise<string> {
  const id = randomUUID()
  const endsAt = new Date(Date.now() + 86_400_000)
  await ctx.db.insertInto('sessions').values({ user_id: userId, id, ends_at: endsAt }).execute()
  return makeTokenSigner(ctx.secrets)(userId, id)
}

type Request = { method: string; path: string; body: string | undefined }

function toRequest([name, , query = '', body]: Call, caller: Caller, { callers, taken }: Given): Request {
  const endpoint = endpointOf(name)
  const { facts } = callers[caller]
  const fill = (text: string, encode: (fact: string) => string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, fact: string) => {
      if (fact === 'random') return randomUUID()
      if (fact === 'placed') return String(taken.get(fact))
      const found = facts[fact] ?? ''
      if (typeof found === 'string') return encode(found)
      const key = `${caller} ${fact}`
      const at = taken.get(key) ?? 0
      taken.set(key, at + 1)
      return encode(found[at] ?? '')
    })
  const ofPath = Object.keys(pathFacts).findLast((one) => endpoint.path.startsWith(one)) ?? ''
  const id = query.startsWith('/') ? query.slice(1) : `{${pathFacts[ofPath] ?? 'customer'}}`
  const path = fill(endpoint.path.replaceAll(/:\w+/g, id), encodeURI)
  const search = query.startsWith('/') ? '' : fill(query, encodeURIComponent)
  const text =
    body === undefined ? undefined : fill(JSON.stringify(body), String).replaceAll(/"(\d+)"/g, '$1')
  return { method: endpoint.method, path: search === '' ? path : `${path}?${search}`, body: text }
}

export function endpointOf(name: string): Endpoint {
  const found = endpoints.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no endpoint ${name}`)
  return found.endpoint
}

type Answer = { page: number; status: number }

async function send(url: string, asked: Request, token: string | undefined): Promise<Answer> {
  const { status, headers, text } = await request(url, asked, token)
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  if (isJson && 'error' in Object(JSON.parse(text))) return { status: 400, page: 1 }
  return { status, page: isJson ? countRows(JSON.parse(text)) : text.split('\n').length }
}

function request(url: string, { method, path, body }: Request, token: string | undefined) {
  const needsBody = method !== 'GET' && body !== undefined
  return ask(url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(needsBody && { 'content-type': 'application/json' }),
    },
    body,
  })
}

/** The rows of an answer: its first list, which comes before lists for filters; otherwise the longest nested list. */
function countRows(answer: object): number {
  return Object.values(answer).find(Array.isArray)?.length ?? longestList(answer)
}

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  const own = Array.isArray(value) ? value.length : 1
  return Math.max(own, ...Object.values(value).map(longestList))
}

type JobRound = ReturnType<typeof listRounds>[number]['work']

/**
 * Each of the worker's jobs, which do not run otherwise: their loops consider the database fenced. Jobs started by a
 * job come after it.
 */
async function eachJob(
  ctx: Context,
  make: (name: string, round: JobRound) => Promise<unknown>,
): Promise<void> {
  const idle: Context = { ...ctx, fence: { ...ctx.fence, isUp: () => true } }
  const worker = startWorker(idle)
  const seen = new Set(Object.keys(skippedJobs))
  const next = () => listRounds(idle).find(({ name }) => !seen.has(name))
  for (let job = next(); job !== undefined; job = next()) {
    seen.add(job.name)
    await make(job.name, job.work)
  }
  await worker.stop()
}

/** A round of each job, and further ones while the job reports more, for some time. Failing jobs fail again later. */
async function catchUp(ctx: Context): Promise<void> {
  const { signal } = new AbortController()
  await eachJob(ctx, async (_, round) => {
    const until = performance.now() + CATCH_UP_MS
    const isMore = async () => (await round(signal).catch(() => false)) === true
    while ((await isMore()) && performance.now() < until);
  })
}
