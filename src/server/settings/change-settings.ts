import { isDeepStrictEqual } from 'node:util'

import { sectionNames, type Settings } from '#contract/settings-sections.ts'
import type { Context } from '#server/context.ts'
import { type By, type Kept, transactAsStaff } from '#server/staff/transact-as-staff.ts'

import { readSettings, toStored } from './read-settings.ts'
import { lockSettings, writeSection } from './settings-queries.ts'

export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

/** Changes the sections that are given, each as a whole, and answers all of them. What is sent as it was changes nothing. */
export async function changeSettings(
  ctx: Context,
  { by, change }: { by: By; change: SettingsChange },
): Promise<Settings> {
  return transactAsStaff(ctx, by, async (tx, tell, record) => {
    await lockSettings(tx)
    const old = await readSettings(tx, ctx.log)
    const before: Kept = {}
    const after: Kept = {}
    for (const name of sectionNames) {
      const wanted = change[name]
      if (wanted === undefined || isDeepStrictEqual(wanted, old[name])) continue
      before[name] = toStored(name, old[name])
      after[name] = toStored(name, wanted)
      await writeSection(tx, { section: name, value: after[name] })
    }
    if (Object.keys(after).length > 0) {
      record({ action: 'settings.update', id: null, before, after })
      tell({ topic: 'settings' })
    }
    return readSettings(tx, ctx.log)
  })
}
