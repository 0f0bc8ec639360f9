import type { Context } from '#server/context.ts'

import { readSection } from './read-settings.ts'
import { findSectionWithSecret } from './settings-queries.ts'
import { secretPurpose } from './settings-secrets.ts'

export type GatewaySetting = {
  /** Whether customers are sent to pay there. */
  isOn: boolean
  /** Undefined: the operator named none. */
  account: { merchant: string; key: string } | undefined
}

/**
 * What the operator decided of Cryptomus. From the database itself and in one statement: a merchant of before beside a
 * key of now would be an account that there is not.
 */
export async function readGatewaySetting({
  db,
  secrets,
  log,
}: Pick<Context, 'db' | 'secrets' | 'log'>): Promise<GatewaySetting> {
  const { value, sealed } = await findSectionWithSecret(db, { section: 'gateways', secret: 'cryptomus_key' })
  const { is_on: isOn, merchant } = readSection('gateways', value, log).cryptomus
  if (merchant === null || sealed === null) return { isOn, account: undefined }
  return { isOn, account: { merchant, key: secrets.open(secretPurpose('cryptomus_key'), sealed) } }
}
