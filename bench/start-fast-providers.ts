import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { Heard, Told } from './fast-providers.ts'

export type FastProviders = {
  urls: string[]
  tell(told: Told): Promise<Heard>
  stop(): Promise<void>
}

/** One per delay; see fast-providers.ts. */
export async function startFastProviders(delaysMs: readonly number[]): Promise<FastProviders> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'fast-providers.ts'), ...delaysMs.map(String)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the providers ended')
    return JSON.parse(value)
  }
  const urls: string[] = await next()
  let line: Promise<unknown> = Promise.resolve()
  const ask = async (told: Told, before: Promise<unknown>): Promise<Heard> => {
    await before
    child.stdin.write(`${JSON.stringify(told)}\n`)
    return next()
  }
  return {
    urls,
    tell(told) {
      const answer = ask(told, line)
      line = answer
      return answer
    },
    async stop() {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
  }
}
