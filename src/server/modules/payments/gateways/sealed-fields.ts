import * as z from 'zod/mini'

import type { GatewayData } from '#contract/base/gateways/gateway-data.ts'
import type { Reseal, Secrets } from '#server/lib/crypto/secrets.ts'

/** Every field of the gateway's account, and no other. */
type Fields = Readonly<Record<string, string>>

/** Encrypts the fields of a gateway's account for storage, as JSON. */
export function sealFields(secrets: Secrets, gateway: GatewayData, fields: Fields): Buffer {
  return secrets.seal(purposeOf(gateway.id), JSON.stringify(schemaOf(gateway).parse(fields)))
}

/** Throws if they differ from what the gateway declares. */
export function openFields(secrets: Pick<Secrets, 'open'>, gateway: GatewayData, sealed: Buffer): Fields {
  return schemaOf(gateway).parse(JSON.parse(secrets.open(purposeOf(gateway.id), sealed)))
}

/** Undefined if they can't be decrypted. */
export function resealFields(reseal: Reseal, gateway: string, sealed: Buffer): Buffer | undefined {
  return reseal(purposeOf(gateway), sealed)
}

function purposeOf(gateway: string): string {
  return `gateway-account:${gateway}`
}

function schemaOf({ fields }: GatewayData) {
  return z.strictObject(Object.fromEntries(Object.keys(fields).map((name) => [name, z.string()])))
}
