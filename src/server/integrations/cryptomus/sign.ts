import { createHash, timingSafeEqual } from 'node:crypto'

import { encodePhpJson, parsePhpJson, type PhpValue } from './php-json.ts'

/** md5 hex of base64(body) followed by the key: Cryptomus's signature of a request and of a webhook. */
export function signBody(body: string | Buffer, key: string): string {
  return createHash('md5')
    .update(Buffer.from(body).toString('base64') + key)
    .digest('hex')
}

/** What a webhook said, once its signature holds; `orderId` is empty where it names none. */
export type SignedWebhook = { orderId: string; status: string }

/**
 * Checks the `sign` inside a webhook's body: over the raw bytes with the member cut out, and over the body as
 * PHP would write it again, since either may be what was signed (field notes 3). Undefined when neither holds;
 * a missing `sign` is refused as well.
 */
export function openWebhook(raw: Buffer, key: string): SignedWebhook | undefined {
  const members = parseMembers(raw)
  if (members === undefined) return undefined
  const { sign, ...rest } = members
  if (typeof sign !== 'string' || !/^[0-9a-f]{32}$/.test(sign)) return undefined
  const candidates = [cutOut(raw, sign), reencoded(rest)]
  // Every candidate is compared, so that the time taken says nothing about which one came near.
  const matches = candidates.filter((body) => body !== undefined && isEqual(signBody(body, key), sign))
  if (matches.length === 0) return undefined
  return { orderId: textOf(rest['order_id']), status: textOf(rest['status']) }
}

function parseMembers(raw: Buffer): { [name: string]: PhpValue } | undefined {
  try {
    const value = parsePhpJson(raw.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Read as latin1, where every byte is one character: nothing of the body changes on the way. */
function cutOut(raw: Buffer, sign: string): Buffer | undefined {
  const text = raw.toString('latin1')
  const member = `,"sign":"${sign}"`
  const at = text.lastIndexOf(member)
  if (at === -1) return undefined
  return Buffer.from(text.slice(0, at) + text.slice(at + member.length), 'latin1')
}

function reencoded(members: { [name: string]: PhpValue }): string | undefined {
  try {
    return encodePhpJson(members)
  } catch {
    return undefined
  }
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function textOf(value: PhpValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
