import type { Fault } from '#contract/base/faults.ts'
import type { Trial } from '#contract/settings/setup-tests.ts'
import type { Context } from '#server/context.ts'
import { askTranslator } from '#server/integrations/outgoing/ask-translator.ts'
import { readTranslatorSetting } from '#server/modules/settings/translator-setting.ts'

import { readTranslation } from './to-english.ts'

/** What stands in names a thousand times. */
const ASKED = 'Подписчики Инстаграм'

/** One name translated, by the server as it is set up now: `place` is what came of it. */
export async function testTranslator(ctx: Context, signal: AbortSignal): Promise<Trial> {
  const startedAt = performance.now()
  const translator = await readTranslatorSetting(ctx)
  const tried = (outcome: Trial['outcome'], place: string | null, reason: Fault | null): Trial => ({
    success: true,
    outcome,
    place,
    reason,
    milliseconds: Math.round(performance.now() - startedAt),
  })
  if (translator === undefined) return tried('not_set_up', null, null)
  const way = { ...translator, allowedNetworks: ctx.config.allowedNetworks }
  const answer = await askTranslator(way, [ASKED], signal)
  if (!answer.ok) return tried('failed', null, answer.fault)
  const said = readTranslation(ASKED, answer.texts[0])
  if (said === undefined) return tried('failed', null, { code: 'no_translation', details: {} })
  return tried('works', `${ASKED} → ${said}`, null)
}
