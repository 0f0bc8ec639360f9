import { createHash } from 'node:crypto'

import { makeRandom, type Random } from '#sandbox/provider/random.ts'

/** A separate stream for each part of a run, so that one part does not change the others. */
export function randomFor(seed: number, name: string): Random {
  return makeRandom(createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE())
}

/** The values in random order. */
export function shuffle<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, rank: random.next() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ value }) => value)
}

/** One of the names, each with the likelihood of its weight. */
export function pickWeighted<Name extends string>(
  random: Random,
  weights: Readonly<Record<Name, number>>,
): Name {
  const names = Object.keys(weights) as Name[] // the keys of exactly that type
  let left = random.next() * names.reduce((sum, name) => sum + weights[name], 0)
  const found = names.find((name) => (left -= weights[name]) < 0)
  return found ?? random.pick(names)
}
