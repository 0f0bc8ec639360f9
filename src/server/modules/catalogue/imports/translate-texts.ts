import { setTimeout as pause } from 'node:timers/promises'

import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { askTranslator } from '#server/integrations/outgoing/ask-translator.ts'
import { readTranslatorSetting } from '#server/modules/settings/translator-setting.ts'

import { noteTranslatorFailures, type RunningImport } from './imports-queries.ts'
import { giveUpTexts, keepTranslations, listWaitingTexts } from './texts-queries.ts'
import { readTranslation } from './to-english.ts'

const TEXTS_AT_ONCE = 5 // spec §9
const PAUSE_MS = 300 // spec §9
/** One that hangs for 5 s each time would hold an import of 10,000 services for hours. */
const FAILURES_MAX = 5

/**
 * Has the next texts translated and keeps what came, so that nothing is asked twice, whatever happens next. Answers false
 * when there are none left. What is not answered, or answered with rubbish, stays as the provider wrote it; a translator
 * that fails again and again is left alone.
 */
export async function translateTexts(ctx: Context, run: RunningImport): Promise<boolean> {
  const texts = await listWaitingTexts(ctx.db, run.id, TEXTS_AT_ONCE)
  if (texts.length === 0) return false
  const translator = await readTranslatorSetting(ctx)
  if (translator === undefined || run.translator_failures >= FAILURES_MAX) {
    await giveUpTexts(ctx.db, run.id)
    return true
  }
  const asked = texts.map(({ original }) => original)
  const way = { ...translator, allowedNetworks: ctx.config.allowedNetworks }
  const answer = await askTranslator(way, asked, ctx.stopping)
  // What was cut off by our own end is asked again by whoever goes on.
  if (!answer.ok && ctx.stopping.aborted) return true
  const said = texts.map(({ position, original }, at) => ({
    position,
    translated: readTranslation(original, answer.ok ? answer.texts[at] : undefined),
  }))
  await transact(ctx, (tx) => keepTranslations(tx, run.id, said))
  const isRubbish = said.every(({ translated }) => translated === undefined)
  const failures = isRubbish ? run.translator_failures + 1 : 0
  if (failures !== run.translator_failures) await noteTranslatorFailures(ctx.db, run.id, failures)
  await pause(PAUSE_MS, undefined, { signal: ctx.stopping }).catch(() => undefined)
  return true
}
