import { availableParallelism } from 'node:os'

import { hash, hashRaw, verify } from '@node-rs/argon2'

import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

import { networkOf, widerNetworkOf } from './networks.ts'

/** argon2id, about 15 ms of a core each (field notes 5). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Callers who are signed in, or on a network or device that recently used the account, have their own lane, which gets
 * every second slot: hostile networks, however many, share the other.
 */
export type Lane = 'known' | 'unknown'

/**
 * One semaphore per process. It leaves one core (if there are several) and one of libuv's 4 threads to everything
 * else. 100 waiting take about a second.
 */
export const hashing = makeSemaphore({
  runningMax: Math.max(1, Math.min(3, availableParallelism() - 1)),
  waitingMax: 100,
  waitMs: 10_000,
})

/**
 * `address`: the requester's; undefined for the product itself. Throws `unavailable` if too many are
 * waiting.
 */
export function hashPassword(password: string, address: string | undefined): Promise<string> {
  return hashing(() => hash(password, cost), { from: queueKeysOf(address) })
}

/**
 * Without a stored hash it takes the same time on a dummy hash and returns false, so that timing doesn't reveal which
 * emails are known.
 */
export function isPassword(
  password: string,
  { stored, address, lane }: { stored: string | undefined; address: string | undefined; lane?: Lane },
): Promise<boolean> {
  const work = async () => {
    const isRight = await verify(stored ?? dummyHash, password)
    return isRight && stored !== undefined
  }
  return hashing(work, { from: queueKeysOf(address, lane) })
}

/**
 * For recovery codes: all codes of a user share a salt, so that one is found by its hash. Only reached after a correct
 * password.
 */
export function hashWithSalt(code: string, salt: Buffer, address: string): Promise<Buffer> {
  return hashing(() => hashRaw(code, { ...cost, salt }), { from: queueKeysOf(address, 'known') })
}

/** Lanes alternate, then networks within a lane, then neighbours within a network. */
export function queueKeysOf(
  address?: string,
  lane: Lane = address === undefined ? 'known' : 'unknown',
): string[] {
  const from = address ?? 'here'
  return [lane, widerNetworkOf(from), networkOf(from)]
}

/** Hash of 32 random bytes that were discarded, at the cost above. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$S3UzA4B+0VUFZkM4T6NvyA$LvVaDl4vcTZpAkNKrjwJlAD5607gaGW0dyFUAIlfRrg'
