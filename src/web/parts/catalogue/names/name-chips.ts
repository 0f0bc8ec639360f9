import { foldText } from '#web/ui/text/fold-text.ts'
import { countryWords, joiningWords, propertyWords, regionWords } from './property-words.ts'

export type ChipKind = 'speed' | 'refill' | 'quality' | 'country' | 'max' | 'start' | 'other'
export type NameChip = { kind: ChipKind; text: string }

/** What is longer than this is a sentence and stays in the title. */
const chipLength = 48

/** What one part of a service's name says of it; undefined for what names the service itself, and in doubt. */
export function toChip(part: string): NameChip | undefined {
  if (part.length > 2 * chipLength) return undefined
  const text = withoutBrackets(part)
  if (text.length > chipLength || bracket.test(text)) return undefined
  const kind = kindOf(text)
  return kind === undefined ? undefined : { kind, text: wordsOf[kind]?.(text) ?? text }
}

const bracket = /[()[\]{}【】（）「」『』《》〔〕［］｛｝«»]/

function withoutBrackets(part: string): string {
  return part
    .replace(/^[([{【（「『《〔［｛]+|[)\]}】）」』》〕］｝]{1,4}$/g, '')
    .replace(/^[-–—~:;,/\\ ]+|[-–—:;,. ]{1,8}$/g, '')
}

const recycling = /[♻🔄🔃🔁]/u
const flag = /\p{RI}\p{RI}/u
const figure = /^\d{1,9}(?:k|m|b|к|м|tr|ty|mil)?$/
/** "30d", "r365", "ar30", "100kday": a figure with its unit. */
const glued =
  /^(?:a?r|rf)?\d{1,9}[km]?(?:d|days?|h|hr|hrs|hours?|m|min|mins|minutes?|w|y|jam|hari|일|시간|분|ч|дней|дн|д)?$/
const refillFigure = /^(?:ar|r|rf)\d{1,3}d?(?:ays?)?$/
const perUnit =
  /\d ?(?:[kmкм]|tr|mil)?\+? ?(?:\/ ?1? ?|per |a |each |в |mỗi |por |al )(?:d|days?|h|hours?|hrs?|hr|min|mins|minutes?|ng[aà]y|giờ|phút|д|день|сутки|час|ч|hari|jam|gün|saat|dia|día|hora|일)(?![\p{L}\d])|\d ?[km]?\+? ?(?:günlük|daily)$/iu
const dayFirst = /^(?:days?|daily|hours?)\W{0,3}\d/i
/** "0-1 Hr" and "1-12hrs" are how long one waits; "7 Days" alone may be anything. */
const wait =
  /^\d{1,3} ?(?:h|hrs?|hours?|m|min|mins?|minutes?)? ?[-–/~] ?\d{1,3} ?(?:h|hrs?|hours?|ч|jam|saat|giờ|horas?)$|^0 ?[-–/~] ?\d{1,3} ?(?:m|mins?|minutes?|мин|phút)$/iu

/** A part is a property only if every word of it is known. */
function kindOf(text: string): ChipKind | undefined {
  const folded = joinPhrases(foldText(text).normalize('NFC'))
  const words = folded === '' ? [] : folded.split(' ')
  if (words.length === 0) return flag.test(text) && /^[\p{RI}\s/|+&-]+$/u.test(text) ? 'country' : undefined
  const has = (kind: keyof typeof propertyWords) => words.some((word) => propertyWords[kind].has(word))
  const isCountry = words.every((word) => countryWords.has(word) || regionWords.has(word) || word === 'and')
  if (isCountry && words.some((word) => countryWords.has(word))) return 'country'
  if (!words.every(isKnown)) return undefined
  if (has('refill') || words.some((word) => refillFigure.test(word)) || recycling.test(text)) return 'refill'
  if (perUnit.test(text) || dayFirst.test(text)) return 'speed'
  if (has('quality')) return 'quality'
  if (has('max') && words.some((word) => figure.test(word))) return 'max'
  if (has('start') || wait.test(text)) return 'start'
  if (has('speed')) return 'speed'
  return has('other') ? 'other' : undefined
}

const phrases = [
  [/\blife time\b/g, 'lifetime'],
  [/\bbao hanh\b/g, 'baohanh'],
  [/\btoc do\b/g, 'tocdo'],
  [/\bchat luong\b/g, 'chatluong'],
  [/\bbat dau\b/g, 'batdau'],
  [/\btuc thi\b/g, 'tucthi'],
  [/\btoi da\b/g, 'toida'],
  [/\bisi ulang\b/g, 'isiulang'],
  [/\bdrip feed\b/g, 'dripfeed'],
  [/\bworld wide\b/g, 'worldwide'],
  [/\breal time\b/g, 'realtime'],
] as const

function joinPhrases(folded: string): string {
  return phrases.reduce((text, [phrase, word]) => text.replaceAll(phrase, word), folded)
}

const kinds = Object.values(propertyWords)

function isKnown(word: string): boolean {
  return (
    joiningWords.has(word) || figure.test(word) || glued.test(word) || kinds.some((words) => words.has(word))
  )
}

/** Without what its kind says already, and no flag twice. */
const wordsOf: Partial<Record<ChipKind, (part: string) => string>> = {
  speed: (part) =>
    part
      .replace(/^(?:daily )?speed ?[:;]? ?(?=\d)/i, '')
      .replace(/(?<=\d.{0,20}) speed$/i, '')
      .replace(/^days? ?[:/]? ?(\d\S*)$/i, '$1/day') || part,
  start: (part) => (part === part.toUpperCase() && /\p{L}{4}/u.test(part) ? toSentence(part) : part),
  country: (part) => {
    const own = [...new Set(part.match(/\p{RI}\p{RI}/gu))].join('')
    const name = part
      .replaceAll(/\p{RI}/gu, ' ')
      .replaceAll(/ +/g, ' ')
      .trim()
    return `${own} ${toNames(name)}`.trim()
  },
}

function toSentence(text: string): string {
  return text.charAt(0) + text.slice(1).toLowerCase()
}

/** "SOUTH KOREA" is South Korea; "USA" stays. */
function toNames(text: string): string {
  return text.replaceAll(/\p{Lu}{3,}/gu, (word) => (initials.has(word) ? word : toSentence(word)))
}

const initials = new Set(['USA', 'UAE', 'KSA', 'CIS', 'США', 'СНГ'])
