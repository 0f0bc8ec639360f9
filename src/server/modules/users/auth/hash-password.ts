import { availableParallelism } from 'node:os'

import { hash, hashRaw, verify } from '@node-rs/argon2'

import { makeFairGate } from '#server/lib/limits/fair-gate.ts'

import { networkOf, widerNetworkOf } from './networks.ts'

/** argon2id, some 15 ms of a core each (field notes 5). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Who comes from a network or with a device from which the account was signed in to lately, or is signed in, has a lane of
 * its own, which has every second turn: hostile networks, however many, share the other one.
 */
export type Lane = 'known' | 'unknown'

/**
 * One gate for the whole process, since a processor is what it protects: of several cores one is left to everything else, a
 * single one is shared, and at most 3 at once leave one of libuv's 4 threads to the rest. 100 waiting are a second or so, and networks take turns in it.
 */
export const hashGate = makeFairGate({
  runningMax: Math.max(1, Math.min(3, availableParallelism() - 1)),
  waitingMax: 100,
})

/** `address`: who asks for it; absent, the product itself, in the lane of who is known. Throws `unavailable` when too many are waiting already. */
export function hashPassword(password: string, address: string | undefined): Promise<string> {
  return hashGate(placesOf(address), () => hash(password, cost))
}

/**
 * Without a stored hash it works just as long on one that nobody has the password of, and answers false:
 * an unknown email must not be told from a known one by the clock.
 */
export function isPassword(
  password: string,
  { stored, address, lane }: { stored: string | undefined; address: string | undefined; lane?: Lane },
): Promise<boolean> {
  return hashGate(placesOf(address, lane), async () => {
    const isRight = await verify(stored ?? nobodysHash, password)
    return isRight && stored !== undefined
  })
}

/**
 * For codes of which one person has several: one salt, so that a code is found among them by its hash. Only who has shown the
 * password gets this far.
 */
export function hashWithSalt(code: string, salt: Buffer, address: string): Promise<Buffer> {
  return hashGate(placesOf(address, 'known'), () => hashRaw(code, { ...cost, salt }))
}

/** The lanes take turns, then the networks within a lane, and the neighbours within a network. */
export function placesOf(
  address?: string,
  lane: Lane = address === undefined ? 'known' : 'unknown',
): string[] {
  const from = address ?? 'here'
  return [lane, widerNetworkOf(from), networkOf(from)]
}

/** Of 32 random bytes that were thrown away, at the cost above. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$S3UzA4B+0VUFZkM4T6NvyA$LvVaDl4vcTZpAkNKrjwJlAD5607gaGW0dyFUAIlfRrg'
