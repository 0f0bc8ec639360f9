/**
 * The attackers, in a separate process. Prints the hostile provider's address as one line of JSON, starts when it
 * receives the target, and then answers every line with its progress. It ends with its parent.
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
