import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { Counts, Target } from './attacks.ts'

export type Attackers = {
  providerUrl: string
  begin(target: Target): Promise<void>
  count(): Promise<Record<string, Counts>>
  stop(): Promise<void>
}

export async function startAttackers(): Promise<Attackers> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'attack-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the attackers ended')
    return JSON.parse(value)
  }
  const { url } = await next()
  const ask = (line: string) => {
    child.stdin.write(`${line}\n`)
    return next()
  }
  return {
    providerUrl: url,
    begin: (target) => ask(JSON.stringify(target)),
    count: () => ask('{}'),
    async stop() {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
  }
}
