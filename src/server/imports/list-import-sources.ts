import type { Context } from '#server/context.ts'
import { readTranslatorSetting } from '#server/settings/translator-setting.ts'

import { listSources } from './read-queries.ts'

/** What the wizard offers to import from; for those too who may not see the providers' accounts. */
export async function listImportSources(ctx: Context) {
  const translator = await readTranslatorSetting(ctx)
  return { sources: await listSources(ctx.db), has_translator: translator !== undefined }
}
