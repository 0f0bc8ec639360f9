import type { SentFault } from '#contract/base/codes.ts'

import type { FaultWords } from './words.ts'

/**
 * Why another system failed; undefined for codes or details of another version. Without the schema of the codes: tables
 * of sentences are loaded before everything else and must not bring it along.
 */
export function sayFaultIn(words: FaultWords, { code, details }: SentFault): string | undefined {
  const word: unknown = Object.hasOwn(words, code) ? words[code as keyof FaultWords] : undefined // its own key
  if (typeof word === 'string') return word
  if (typeof word !== 'function') return undefined
  let isWhole = true
  const watched = new Proxy(details, {
    get(all, name: string) {
      isWhole &&= Object.hasOwn(all, name)
      return all[name]
    },
  })
  const said: unknown = word(watched)
  return isWhole ? String(said) : undefined
}

/** A fault within a sentence that names the other system: its own words if it sent any, else our sentence. */
export function quoteFault(words: FaultWords, fault: SentFault): string {
  const { error } = fault.details
  const isSaid = fault.code === 'said' && error !== undefined
  return isSaid ? String(error) : (sayFaultIn(words, fault) ?? fault.code)
}
