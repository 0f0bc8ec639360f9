import type { Context } from '#server/context.ts'
import { readTranslatorSetting } from '#server/modules/settings/translator-setting.ts'
import { canConnect } from '#server/modules/audit-log/mode/refuse-real.ts'

import { listSources } from './read-queries.ts'

/** What the wizard offers to import from; for those too who may not see the providers' accounts. */
export async function listImportSources(ctx: Context) {
  const translator = await readTranslatorSetting(ctx)
  return {
    sources: await listSources(ctx.db),
    can_add: await canConnect(ctx),
    has_translator: translator !== undefined,
  }
}
