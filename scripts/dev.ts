/**
 * `npm run dev`: the whole product during development. Vite serves the pages, and changes appear in the browser without
 * a reload; the server restarts when a file of the server, the contract, the sandbox or a migration changes, while the
 * database stays up. Settings and data are those of `npm start`.
 */
import { parseArgs } from 'node:util'

import { readConfig, withPort } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { takePort } from '#server/boot/take-port.ts'

import { keepServer } from './dev/keep-server.ts'
import { servePages } from './dev/serve-pages.ts'
import { endWithStarter } from './end-with-starter.ts'

const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } })
const given = readConfig(process.env)
const say = (line: string) => void process.stderr.write(`${line}\n`)
const ends: (() => Promise<void>)[] = []
let isStopping = false
takeSignals()
endWithStarter(() => void stop(0))

try {
  await start()
} catch (error) {
  say((error as Error).message)
  await stop(1)
}

async function start() {
  const database = given.databaseUrl ? {} : await startDatabase()
  const taken = await takePort(given)
  const config = withPort(given, taken.port)
  let isFirst = true
  const server = keepServer({
    env: {
      LOG_LEVEL: 'warn',
      ...process.env,
      ...database,
      DATA_DIR: config.dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: config.publicUrl,
    },
    args: values.demo ? ['--demo'] : [],
    onReady(text, seconds) {
      if (isFirst) process.stdout.write(`\n${text}`)
      else say(`The server started again in ${seconds.toFixed(1)} s.`)
      isFirst = false
    },
  })
  ends.push(() => server.stop())
  await taken.release()
  const pages = await servePages({
    host: config.host,
    port: config.port,
    dataDir: config.dataDir,
    getServerUrl: () => server.getUrl(),
    onServerFile(path) {
      say(`${path} has changed.`)
      server.restart()
    },
  })
  ends.push(() => pages.close())
  takeSignals()
}

/** Called again once Vite is running: React Router's plugin leaves a listener that exits the process immediately. */
function takeSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.removeAllListeners(signal).on(signal, () => void stop(0))
}

async function startDatabase() {
  const {
    url,
    productUrl,
    stop: end,
    noteStopping,
  } = await startEmbeddedPostgres({ dataDir: given.dataDir, say, log: say })
  ends.push(async () => {
    noteStopping()
    await end()
  })
  return { DATABASE_URL: productUrl, DATABASE_DIRECT_URL: url }
}

async function stop(code: number) {
  if (isStopping) return
  isStopping = true
  for (const end of ends.toReversed()) await end()
  process.exit(code)
}
