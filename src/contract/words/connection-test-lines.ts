import { findings } from '#contract/base/connection-test-findings.ts'
import { type ConnectionTestLine, type Found, sayLine } from '#contract/base/connection-test.ts'
import { connectionTest } from '#contract/words/en/connection-test.ts'

/** A finding as sent, with its English sentences. */
export function toLine({ code, ...found }: Found): ConnectionTestLine {
  const details = found.details ?? {}
  const { topic, state } = findings[code]
  const { sentence, advice } = sayLine(connectionTest, { code, details }) ?? { sentence: code, advice: null }
  return { topic, state, code, details, sentence, advice }
}
