import { createHmac } from 'node:crypto'

import { describeDevice } from '#server/auth/describe-device.ts'
import { neighbourhoodOf } from '#server/auth/networks.ts'
import type { Device } from '#server/auth/sessions-queries.ts'
import type { Context } from '#server/context.ts'
import type { Tell, Tx } from '#server/database/transact.ts'
import { queueMailToUser } from '#server/mails/queue-mail.ts'

import { findPlaces, keepPlace } from './sign-ins-queries.ts'

/**
 * Remembers from where an account is signed in to, and tells its owner by letter of a sign-in from elsewhere: with another
 * browser or system, or from the network of another provider, than any of the last 90 days. An address alone changes by
 * itself, at home and on the way, so one that lies near is no news. Nobody is told of the first.
 */
export async function noteSignIn(
  ctx: Context,
  tx: Tx,
  tell: Tell,
  { userId, device, isTold }: { userId: number; device: Device; isTold: boolean },
): Promise<void> {
  const [place, ...before] = hashesOf(ctx, userId, device)
  const { hasAny, isKnown } = await findPlaces(tx, { userId, places: [place, ...before] })
  await keepPlace(tx, { userId, place })
  if (!isTold || !hasAny || isKnown) return
  const at = ctx.clock().toISOString()
  const { browser, system } = describeDevice(device.userAgent ?? null)
  const named = [browser, system].filter((name) => name !== null).join(', ')
  await queueMailToUser(tx, tell, {
    userId,
    // Two at the same moment are one letter.
    event: `new_sign_in:${place.toString('hex').slice(0, 32)}:${at.slice(0, 10)}`,
    letter: 'new_sign_in',
    details: { device: named === '' ? null : named, address: device.address, at },
  })
}

/** Whether the account was signed in to from a place like this within the last 90 days. */
export async function isFamiliar(
  ctx: Context,
  { userId, device }: { userId: number; device: Device },
): Promise<boolean> {
  return (await findPlaces(ctx.db, { userId, places: hashesOf(ctx, userId, device) })).isKnown
}

/** By the key of now first, and by the one before where there is one. */
function hashesOf({ secrets }: Context, userId: number, device: Device): [Buffer, ...Buffer[]] {
  const { signingKey, previousSigningKey } = secrets
  const place = hashPlace(signingKey, userId, device)
  return previousSigningKey === undefined ? [place] : [place, hashPlace(previousSigningKey, userId, device)]
}

function hashPlace(key: Buffer, userId: number, { address, userAgent }: Device): Buffer {
  const { browser, system } = describeDevice(userAgent ?? null)
  return createHmac('sha256', key)
    .update(JSON.stringify(['place', userId, browser, system, neighbourhoodOf(address)]))
    .digest()
}
