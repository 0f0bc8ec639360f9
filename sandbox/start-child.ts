import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { OtherGateway } from '#sandbox/gateway/start-gateway.ts'

export type Ready = {
  url: string
  key: string
  merchant?: string
  others?: OtherGateway[]
  smtpPort?: number
}
export type Child = {
  ready: Ready
  /** Simulates an outage: kills it until `bringBack`. */
  takeDown: () => Promise<void>
  bringBack: () => Promise<void>
  stop: () => Promise<void>
}
export type ChildOptions = {
  name: 'provider' | 'gateway' | 'mailbox'
  port: number
  stateDir: string
  env: Record<string, string>
  log: (line: string) => void
}

const READY_TIMEOUT_MS = 20_000
const STOP_TIMEOUT_MS = 3000
const RESTARTS_MAX = 20
const RESTART_PAUSE_MS = 300

/**
 * Starts `{name}-main.ts` next to this file and waits for the line that reports that it is ready. If it ends
 * unexpectedly (or is killed, which is one way to simulate an outage) it is restarted at the same address, with
 * everything it had accepted.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name, log } = options
  let isWanted = true
  let current = runChild(options)
  const ready = await current.ready

  const watch = (restarts: number): void => {
    current.process.once('exit', (code, signal) => {
      if (!isWanted) return
      log(`sandbox ${name} exited unexpectedly (${signal ?? code})`)
      if (restarts === RESTARTS_MAX) return
      setTimeout(() => {
        if (isWanted) runAgain(restarts + 1).catch((error: unknown) => log(String(error)))
      }, RESTART_PAUSE_MS).unref()
    })
  }
  const runAgain = async (restarts: number): Promise<void> => {
    current = runChild({ ...options, port: Number(new URL(ready.url).port) })
    watch(restarts)
    await current.ready
  }
  watch(0)
  return {
    ready,
    takeDown: async () => {
      isWanted = false
      const exited = once(current.process, 'exit')
      if (current.process.kill('SIGKILL')) await exited
    },
    bringBack: async () => {
      isWanted = true
      await runAgain(0)
    },
    stop: async () => {
      isWanted = false
      await stopChild(current.process)
    },
  }
}

function runChild({ name, port, stateDir, env, log }: ChildOptions): {
  process: ChildProcess
  ready: Promise<Ready>
} {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}-main.ts`)], {
    // Its stdin stays open as long as this process lives; when it closes, the child ends.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...inherited(), SANDBOX_PORT: String(port), SANDBOX_STATE_DIR: stateDir, ...env },
  })
  // A dead child breaks the pipe; its exit event reports it.
  child.stdin.on('error', () => {})
  const errors: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    errors.push(line)
    if (errors.length > 20) errors.shift()
    log(`sandbox ${name}: ${line}`)
  })
  return { process: child, ready: waitUntilReady({ child, name, errors }) }
}

/** Not the whole environment: the product's secrets do not belong in simulators of the outside world. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'SystemRoot', 'NODE_COMPILE_CACHE', 'SANDBOX_CATALOGUE_SIZE']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function waitUntilReady({
  child,
  name,
  errors,
}: {
  child: ChildProcess
  name: string
  errors: string[]
}): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error(`the sandbox ${name} ${why}${errors.length > 0 ? `: ${errors.join('\n')}` : ''}`))
    }
    const timer = setTimeout(() => fail('was not ready in time'), READY_TIMEOUT_MS)
    child.once('error', (error) => fail(`could not be started (${error.message})`))
    // After `close` its last stderr output has been read, after `exit` maybe not.
    child.once('close', () => fail('ended before it was ready'))
    if (!child.stdout) return fail('has no stdout')
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(timer)
      // The line comes from our own main file; see child-main.ts.
      resolve(JSON.parse(line) as Ready)
    })
  })
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.stdin?.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}
