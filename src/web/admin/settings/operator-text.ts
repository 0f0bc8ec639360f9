import { defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import type { OperatorText } from '#contract/settings/settings-texts.ts'

/** The text written in this language. */
export function writtenIn(told: OperatorText, language: Language): string {
  if (typeof told === 'string') return language === defaultLanguage ? told : ''
  return told[language] ?? ''
}

/** A single text is for everyone; with a second one each is for its language. */
export function withWritten(told: OperatorText, language: Language, words: string): OperatorText {
  const all = Object.fromEntries(
    languages.map((one) => [one, one === language ? words : writtenIn(told, one)]),
  )
  const written = Object.entries(all).filter(([, text]) => text !== '')
  if (written.every(([one]) => one === defaultLanguage)) return all[defaultLanguage] ?? ''
  return Object.fromEntries(written)
}

export function isUnwritten(told: OperatorText): boolean {
  return languages.every((language) => writtenIn(told, language).trim() === '')
}
