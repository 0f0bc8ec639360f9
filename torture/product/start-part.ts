import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { listBelow, readProcess } from './list-processes.ts'

export type Role = 'all' | 'web' | 'worker'
export type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** One `npm start`, or its equivalent under a supervisor: the bootstrap, which becomes the product. */
export type Part = {
  name: string
  /** What was spawned: npm, or the product itself. */
  spawned: number
  /** The product's own process, while there is one. */
  findMain: () => number | undefined
  /** Whether it reported that it is up; false if it ended before. */
  ready: Promise<boolean>
  exited: Promise<Exit>
}

const projectDir = join(import.meta.dirname, '../..')

export function startPart(options: {
  name: string
  role: Role
  byNpm: boolean
  env: Record<string, string>
  logFile: string
}): Part {
  const { name, role, byNpm, env, logFile } = options
  const [command, args] = byNpm
    ? ['npm', ['start', '--']]
    : [process.execPath, [join(projectDir, 'scripts/bootstrap.mjs'), 'start']]
  const log = createWriteStream(logFile, { flags: 'a' })
  const child = spawn(command, [...args, `--role=${role}`], {
    cwd: projectDir,
    env,
    // Its own process group: a Ctrl-C in the terminal is for the run, which then stops its product in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ready = Promise.withResolvers<boolean>()
  const exited = Promise.withResolvers<Exit>()
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/is ready at |is working the queues/.test(line)) ready.resolve(true)
  })
  child.on('error', (error) => log.write(`${error.message}\n`))
  child.on('exit', (code, signal) => {
    log.end()
    ready.resolve(false)
    exited.resolve({ code, signal })
  })
  const spawned = child.pid ?? 0
  return {
    name,
    spawned,
    ready: ready.promise,
    exited: exited.promise,
    findMain: () =>
      [readProcess(spawned), ...listBelow(spawned)].find((one) => one?.command.includes('scripts/start.ts'))
        ?.pid,
  }
}

export function send(pid: number | undefined, signal: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(pid, signal)
  } catch {
    return false // it has ended meanwhile
  }
}
