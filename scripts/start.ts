import { parseArgs } from 'node:util'

import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/environment.ts'

import { buildDir, buildWeb } from './build-web.ts'
import { endWithStarter } from './end-with-starter.ts'

type Running = Awaited<ReturnType<(typeof import('#server/main.ts'))['main']>>

const stopSeconds = 30

const usage = 'npm start -- [--demo] [--role=all|web|worker]'
let running: Running | undefined
let isStopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('uncaughtException', (error) => {
  say(error)
  void stop(1)
})
endWithStarter(() => isStopping || void stop(0))
await start()

async function start() {
  try {
    const { role, demo } = readArguments()
    const config = readConfig(process.env)
    if (role !== 'worker') buildWeb(say)
    // Imported late: the build replaces files that it loads, and an error in the settings needs no server to be told.
    const { main } = await import('#server/main.ts')
    const started = await main(config, { role, demo, buildDir })
    if (isStopping) return await started.stop()
    running = started
    announce(started, role)
  } catch (error) {
    say(error)
    process.exit(1)
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { role: { type: 'string', default: 'all' }, demo: { type: 'boolean', default: false } },
    })
    const role = (['all', 'web', 'worker'] as const).find((one) => one === values.role)
    if (!role) throw new ConfigError(`There is no role "${values.role}".`)
    return { role, demo: values.demo }
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\nUsage: ${usage}`, { cause: error })
  }
}

/** The one line that scripts wait for, on stdout; what else the operator needs to know follows it. */
function announce({ config, setupUrl, demo }: Running, role: string) {
  console.log(
    role === 'worker'
      ? 'Tally & Reach is working the queues'
      : `Tally & Reach is ready at ${config.publicUrl}`,
  )
  if (setupUrl) console.log(`Make the first admin (this link works once): ${setupUrl}`)
  if (demo) console.log(`Demo customer: ${demo.email} with the password ${demo.password}`)
}

/** Once: everything is stopped in order. Twice: at once; the database and the sandbox end by themselves. */
async function stop(code: number) {
  if (isStopping) process.exit(130)
  isStopping = true
  setTimeout(() => process.exit(1), stopSeconds * 1000).unref()
  // Still starting: what is under way cannot be interrupted in order, and is made to be cut off.
  if (!running) process.exit(code)
  await running.stop()
  process.exit(code)
}

/** Our own errors are sentences for the operator; any other is a bug or an accident, and its place is worth knowing. */
function say(what: unknown) {
  const isSentence = what instanceof ConfigError || (what instanceof Error && what.constructor === Error)
  const text = what instanceof Error ? (isSentence ? what.message : what.stack) : what
  process.stderr.write(`${String(text)}\n`)
}
