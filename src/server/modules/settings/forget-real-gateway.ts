import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { findReal } from '#server/modules/audit-log/mode/refuse-real.ts'

import { readVersionedSettings, toStored } from './read-settings.ts'
import { lockSettings, writeSection } from './settings-queries.ts'
import { changeSecret } from './settings-secrets.ts'

/**
 * Forgets an account at a gateway that the settings of a database of play money name, which one from before may: what is
 * paid there would be real.
 */
export async function forgetRealGateway(ctx: Context): Promise<void> {
  if ((await findReal(ctx.db, [ctx.config.cryptomusUrl])).length === 0) return
  await transact(ctx, async (tx, publish) => {
    await lockSettings(tx)
    const { gateways } = (await readVersionedSettings(tx, ctx.log)).settings
    if (gateways.cryptomus.merchant === null) return
    const cryptomus = { ...gateways.cryptomus, merchant: null }
    await writeSection(tx, { section: 'gateways', value: toStored('gateways', { cryptomus }) })
    await changeSecret(tx, ctx.secrets, { name: 'cryptomus_key', secret: null })
    publish({ topic: 'settings' })
  })
}
