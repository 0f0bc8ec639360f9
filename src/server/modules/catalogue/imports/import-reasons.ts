import type { ImportReason } from '#contract/catalogue/imports.ts'
import type { UnreadRow } from '#server/integrations/panels/read-services.ts'

/** Why one service was not taken, or not put on sale; `word` is what the provider wrote there. */
export type Untaken = { code: ImportReason['code']; service: string | null; word?: string }

/** Of so many ids and words of a reason an operator sees enough. */
const NAMED_MAX = 100
const WORDS_MAX = 20

/** By reason, each with how many there were, which, and the words that were not understood. */
export function toReasons(untaken: readonly Untaken[]): ImportReason[] {
  return [...Map.groupBy(untaken, ({ code }) => code)].map(([code, those]) => ({
    code,
    count: those.length,
    services: those.flatMap(({ service }) => (service === null ? [] : [service])).slice(0, NAMED_MAX),
    words: [...new Set(those.flatMap(({ word = '' }) => (word === '' ? [] : [word])))].slice(0, WORDS_MAX),
  }))
}

export function toUntaken({ reason, service, word }: UnreadRow): Untaken {
  return { code: reason, service, word }
}
