import { parseArgs } from 'node:util'

import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { makeLogStream } from '#server/lib/log/make-log-stream.ts'
import type { DirectoryLock } from '#server/lib/postgres/embedded/lock-directory.ts'
import { lockDataDir } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'

import { buildWeb } from './build-web.ts'
import { endWithStarter } from './end-with-starter.ts'
import type { HeldBuild } from './kept-builds.ts'

type Running = Awaited<ReturnType<(typeof import('#server/main.ts'))['main']>>

/** Less than the 30 s after which supervisors kill: anything still hanging then ends with this process, as in a crash. */
const stopSeconds = 28
/** From now on this process's schema differs from the database's. */
const outdatedSeconds = 0.5
/** One Ctrl-C arrives both from the terminal and from npm; a second one by the user comes later. */
const sameSignalMs = 1_000

/** Codes of Node and PostgreSQL. */
const diskFull = new Set(['ENOSPC', 'EDQUOT', '53100'])

const usage = 'npm start -- [--demo] [--role=all|web|worker]'
const logStream = makeLogStream(process.stderr)
// The output may have no reader.
process.stdout.on('error', () => undefined)
let running: Running | undefined
let build: HeldBuild | undefined
let stoppingSince: number | undefined

// Pages are rendered by the web build: source maps make its errors name the source. Everything else runs unbundled.
process.setSourceMapsEnabled(true)
// React's development build takes several times as long to render a page.
process.env['NODE_ENV'] ??= 'production'
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOrGiveUp)
process.on('uncaughtException', (error) => {
  say(describe(error))
  void stop(1)
})
endWithStarter(() => void stop(0))
await start()

async function start() {
  try {
    const { role, demo } = readArguments()
    const config = readConfig(process.env)
    const isDatabaseOwn = config.databaseUrl === undefined
    // First of all: while a product is running, a start changes nothing.
    const dataDirLock = isDatabaseOwn ? await lockDataDir({ dataDir: config.dataDir, say }) : undefined
    if (role !== 'worker') build = await buildWeb(say).catch(releaseAndThrow(dataDirLock))
    // Imported late, so that errors in the settings are reported without loading the server.
    const { main } = await import('#server/main.ts')
    const { makeLog } = await import('#server/lib/log/make-log.ts')
    const { describeStart } = await import('./describe-start.ts')
    const log = makeLog(config.logLevel, logStream)
    const onOutdated = () => void stop(1, outdatedSeconds)
    const site = build && { buildDir: build.dir }
    running = await main(config, { role, demo, ...site, dataDirLock, log, say, onOutdated })
    process.stdout.write(describeStart({ ...running, role, isDatabaseOwn }))
    logStream.startJson()
  } catch (error) {
    say(describe(error))
    process.exit(1)
  }
}

function releaseAndThrow(lock: DirectoryLock | undefined) {
  return (error: unknown): never => {
    lock?.release()
    throw error
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { role: { type: 'string', default: 'all' }, demo: { type: 'boolean', default: false } },
    })
    const role = (['all', 'web', 'worker'] as const).find((one) => one === values.role)
    if (!role) throw new ConfigError(`Unknown role "${values.role}".`)
    return { role, demo: values.demo }
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\nUsage: ${usage}`, { cause: error })
  }
}

/** First signal: stops everything in order. Second: exits immediately; the database and the sandbox end with the process. */
function stopOrGiveUp() {
  if (stoppingSince === undefined) void stop(0)
  else if (performance.now() - stoppingSince > sameSignalMs) process.exit(130)
}

async function stop(code: number, seconds = stopSeconds) {
  if (stoppingSince !== undefined) return
  stoppingSince = performance.now()
  setTimeout(() => process.exit(code), seconds * 1000)
  // Still starting: the work in progress can't be stopped in order, and may be interrupted.
  if (running === undefined) process.exit(code)
  await running.stop()
  build?.release()
  await logStream.flush()
  process.exit(code)
}

/** Our own errors are sentences for the operator; any other is unexpected, and needs its stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (diskFull.has(String((error as { code?: unknown }).code)))
    return `The disk is full (${error.message}). What was stored is still there: free some space and start again.`
  const isSentence = error instanceof ConfigError || error.constructor === Error
  return (isSentence ? error.message : error.stack) ?? error.message
}

function say(line: string) {
  process.stderr.write(`${line}\n`)
}
