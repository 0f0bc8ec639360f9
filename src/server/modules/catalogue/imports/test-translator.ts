import type { Fault } from '#contract/base/faults.ts'
import type { Trial } from '#contract/settings/setup-tests.ts'
import type { Context } from '#server/context.ts'
import { askTranslator } from '#server/integrations/outgoing/ask-translator.ts'
import { readTranslatorSetting } from '#server/modules/settings/settings-with-secrets.ts'

import { readTranslation } from './to-english.ts'

/** Common in providers' names. */
const SAMPLE = 'Подписчики Инстаграм'

/** Connection test: translates one name with the current settings. `place` shows the result. */
export async function testTranslator(ctx: Context, signal: AbortSignal): Promise<Trial> {
  const startedAt = performance.now()
  const translator = await readTranslatorSetting(ctx)
  const toResult = (outcome: Trial['outcome'], place: string | null, reason: Fault | null): Trial => ({
    success: true,
    outcome,
    place,
    reason,
    milliseconds: Math.round(performance.now() - startedAt),
  })
  if (translator === undefined) return toResult('not_set_up', null, null)
  const server = { ...translator, allowedNetworks: ctx.config.allowedNetworks }
  const answer = await askTranslator(server, [SAMPLE], signal)
  if (!answer.ok) return toResult('failed', null, answer.fault)
  const translated = readTranslation(SAMPLE, answer.texts[0])
  if (translated === undefined) return toResult('failed', null, { code: 'no_translation', details: {} })
  return toResult('works', `${SAMPLE} → ${translated}`, null)
}
