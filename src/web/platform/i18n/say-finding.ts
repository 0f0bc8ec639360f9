import { type ConnectionTestLine, sayLine } from '#contract/base/connection-test.ts'
import type { Language } from '#contract/base/languages.ts'
import { connectionTest as en } from '#contract/words/en/connection-test.ts'
import { connectionTest as ru } from '#contract/words/ru/connection-test.ts'
import { connectionTest as vi } from '#contract/words/vi/connection-test.ts'
import type { ConnectionTestWords } from '#contract/words/words.ts'

/** What a connection test found and what to do about it; for a finding of a newer server, the server's own text. */
export function sayFinding(
  language: Language,
  { code, details, sentence, advice }: ConnectionTestLine,
): { sentence: string; advice: string | null } {
  return sayLine(connectionTestIn[language], { code, details }) ?? { sentence, advice }
}

const connectionTestIn: Readonly<Record<Language, ConnectionTestWords>> = { en, vi, ru }
