import { createInterface } from 'node:readline'

import { completed, type FastPanel, inProgress, startFastPanel } from '#test/fast-panel.ts'

/**
 * Providers in a separate process. Started with each one's response time in milliseconds, it prints their URLs as one
 * line of JSON, and answers each line that it reads with another.
 */
export type Told = {
  at: number
  say?: 'completed' | 'in progress'
  link?: string
  /** From now on, loses this percentage of orders. */
  lose?: { resets: number; hangs: number }
}
/**
 * The number of calls so far, and of `adds` those `answered`; `arrived` is when the order for `link` came, in ms of wall time.
 */
export type Heard = {
  adds: number
  answered: number
  calls: number
  ids: number
  arrived: number | undefined
}

const delays: number[] = process.argv.slice(2).map(Number)
const panels: FastPanel[] = []
for (const delayMs of delays) panels.push(await startFastPanel(inProgress, delayMs))
say(panels.map(({ url }) => url))
createInterface({ input: process.stdin })
  .on('line', (line) => say(hear(JSON.parse(line))))
  .on('close', () => process.exit(0))

function hear({ at, say: word, link, lose }: Told): Heard {
  const panel = panels[at]
  if (panel === undefined) throw new Error(`there is no provider ${at}`)
  if (word !== undefined) panel.answer(word === 'completed' ? completed : inProgress, delays[at])
  if (lose !== undefined) panel.lose(lose)
  const add = link === undefined ? undefined : panel.adds.find((one) => one.link === link)
  return {
    adds: panel.adds.length,
    answered: panel.answered,
    calls: panel.calls.length,
    ids: panel.calls.reduce((sum, { ids }) => sum + ids.length, 0),
    arrived: add === undefined ? undefined : performance.timeOrigin + add.beganAt,
  }
}

function say(what: unknown): void {
  process.stdout.write(`${JSON.stringify(what)}\n`)
}
