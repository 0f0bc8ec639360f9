import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import type { Ready } from './serve-api.ts'

export type KeptServer = {
  /** Its URL; waits while it starts. Rejects if it does not start; the console shows why. */
  getUrl(): Promise<string>
  /** Restarts with the current files. A change during a restart causes another one. */
  restart(): void
  stop(): Promise<void>
}

/** A process that still hangs is killed: the product can handle that. */
const stopSeconds = 5

/** Runs the product without its pages in a separate process, which restarts with changed files. */
export function keepServer(options: {
  env: NodeJS.ProcessEnv
  args: readonly string[]
  onReady: (text: string, seconds: number) => void
}): KeptServer {
  let child: ChildProcess | undefined
  let url = start()
  let isChanged = false
  let isRestarting = false

  function start(): Promise<string> {
    const began = performance.now()
    const process = fork(join(import.meta.dirname, 'serve-api.ts'), options.args, {
      env: options.env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = process
    const ready = Promise.withResolvers<string>()
    process.once('message', (message) => {
      const { port, text } = message as Ready // serve-api.ts sends nothing else
      options.onReady(text, (performance.now() - began) / 1000)
      ready.resolve(`http://127.0.0.1:${port}`)
    })
    process.once('exit', () => {
      ready.reject(
        new Error('The server does not run: its console says why. It starts again with the next change.'),
      )
    })
    ready.promise.catch(() => undefined)
    return ready.promise
  }

  async function end() {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const patience = setTimeout(() => child?.kill('SIGKILL'), stopSeconds * 1000)
    await ended
    clearTimeout(patience)
  }

  async function startAgain(): Promise<string> {
    isRestarting = true
    try {
      for (;;) {
        isChanged = false
        await end()
        const started = start()
        await Promise.allSettled([started])
        if (!isChanged) return await started
      }
    } finally {
      isRestarting = false
    }
  }

  return {
    getUrl: () => url,
    restart() {
      isChanged = true
      if (isRestarting) return
      url = startAgain()
      url.catch(() => undefined)
    },
    stop: end,
  }
}
