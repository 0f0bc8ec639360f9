import { createHmac } from 'node:crypto'

import ipaddr from 'ipaddr.js'

import { describeDevice } from '#server/auth/describe-device.ts'
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
  { secrets, clock }: Context,
  tx: Tx,
  tell: Tell,
  { userId, device, isTold }: { userId: number; device: Device; isTold: boolean },
): Promise<void> {
  const hashBy = (key: Buffer) => hashPlace(key, userId, device)
  const place = hashBy(secrets.signingKey)
  const before = secrets.previousSigningKey && hashBy(secrets.previousSigningKey)
  const { hasAny, isKnown } = await findPlaces(tx, {
    userId,
    places: before === undefined ? [place] : [place, before],
  })
  await keepPlace(tx, { userId, place })
  if (!isTold || !hasAny || isKnown) return
  const at = clock().toISOString()
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

function hashPlace(key: Buffer, userId: number, { address, userAgent }: Device): Buffer {
  const { browser, system } = describeDevice(userAgent ?? null)
  return createHmac('sha256', key)
    .update(JSON.stringify(['place', userId, browser, system, neighbourhoodOf(address)]))
    .digest()
}

/** What one provider hands out: the first 16 bits of an IPv4 address, 32 of an IPv6 one. */
function neighbourhoodOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const bytes = ipaddr.process(address).toByteArray()
  return bytes.slice(0, bytes.length === 4 ? 2 : 4).join('.')
}
