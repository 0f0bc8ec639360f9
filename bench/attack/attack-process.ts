/**
 * The attackers, in a process of their own beside what they attack. Says the hostile provider's address in one line of
 * JSON, begins when it is told whom to attack, and then answers every line with how it is going. It ends with its parent.
 */
import { createInterface } from 'node:readline'

import { startAttacks, type Target } from './attacks.ts'
import { startHostileProvider } from './hostile-provider.ts'

const provider = await startHostileProvider()
let counts = () => ({})
let isBegun = false
say({ url: provider.url })
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (!isBegun) counts = startAttacks(JSON.parse(line) as Target) // written by start-attackers.ts
    isBegun = true
    say({ ...counts(), provider: { calls: provider.calls() } })
  })
  .on('close', () => process.exit(0))

function say(what: unknown): void {
  process.stdout.write(`${JSON.stringify(what)}\n`)
}
