import { createHash } from 'node:crypto'

import { makeRandom, type Random } from '#sandbox/provider/random.ts'

/** A stream of its own for each part of a run, so that what one of them does moves no other. */
export function randomFor(seed: number, name: string): Random {
  return makeRandom(createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE())
}

/** The values in an order that the random chooses. */
export function shuffle<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, rank: random.next() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ value }) => value)
}

/** One of the names, each as likely as its weight says. */
export function pickWeighted<Name extends string>(
  random: Random,
  weights: Readonly<Record<Name, number>>,
): Name {
  const names = Object.keys(weights) as Name[] // the keys of that very type
  let left = random.next() * names.reduce((sum, name) => sum + weights[name], 0)
  const found = names.find((name) => (left -= weights[name]) < 0)
  return found ?? random.pick(names)
}
