import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { onTestFinished } from 'vitest'

import { projectDir } from '#scripts/build-web.ts'

import { startOwnClock } from './own-clock.ts'

export type StartedScript = {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** Resolves when the product has printed its start output, with the URL, which a worker doesn't have. */
  ready: Promise<string>
  /** Everything on stdout and stderr, in lines. */
  lines: () => string[]
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** `ownSeconds` leaves out the time in which other processes had every core. */
  stop: (signal?: NodeJS.Signals) => Promise<{ code: number | null; seconds: number; ownSeconds: number }>
}

/** Registers clean-up after the test. Concurrent tests pass theirs, from their context. */
export type OnFinished = (end: () => Promise<void>) => void

/** A data folder for a real start. PostgreSQL's own account must be able to traverse it. */
export async function makeDataDir(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-start-'))
  await chmod(dataDir, 0o711)
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/**
 * Runs the product as its users do: `scripts/start.ts`, or another command that ends in it, with only these
 * variables.
 */
export function startScript(
  env: Record<string, string>,
  {
    args = [],
    command = [process.execPath, join(projectDir, 'scripts/start.ts')],
    cwd = projectDir,
    onFinished = onTestFinished,
  }: { args?: string[]; command?: string[]; cwd?: string; onFinished?: OnFinished } = {},
): StartedScript {
  const [file = '', ...before] = command
  const child = spawn(file, [...before, ...args], {
    cwd,
    env: { ...pick('PATH', 'HOME', 'NODE_COMPILE_CACHE'), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const ready = (async () => {
    for (;;) {
      const announced = /(?:ready at (\S+)|working the queues)[^]*Ctrl-C stops it/.exec(said)
      if (announced !== null) return announced[1] ?? ''
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The product did not start:\n${said}`)
      await sleep(20)
    }
  })()
  ready.catch(() => undefined)
  onFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return {
    child,
    ready,
    lines: () => said.split('\n'),
    exited,
    async stop(signal = 'SIGTERM') {
      const started = performance.now()
      const own = startOwnClock(child.pid)
      const look = setInterval(own, 100)
      child.kill(signal)
      const { code } = await exited
      clearInterval(look)
      const seconds = (performance.now() - started) / 1000
      return { code, seconds, ownSeconds: own() / 1000 }
    },
  }
}

function pick(...names: string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}
