import { foldText } from '#web/ui/text/fold-text.ts'
import { countryWords, joiningWords, propertyWords, regionWords } from './property-words.ts'

export type ChipKind = 'speed' | 'refill' | 'quality' | 'country' | 'max' | 'start' | 'other'
export type NameChip = { kind: ChipKind; text: string }

/** Longer parts are sentences and stay in the title. */
const chipLength = 48

/** Max. pieces read of a list in brackets. */
const piecesMax = 12

/**
 * The properties in one part of a service's name: three in "[HQ | 1K/Day | R30]". Empty if the part names the service
 * itself, or in doubt: every piece of a list must be a property.
 */
export function toChips(part: string): NameChip[] {
  if (part.length > piecesMax * chipLength) return []
  const whole = toChip(part)
  if (whole?.kind === 'country') return [whole]
  const text = withoutBrackets(part)
  const pieces = text.split(listed)
  // "[🐳 | 0-2h]": the emoji is a reaction that is being sold.
  if (pieces.length > 1 && pieces.some(isPicture)) return []
  const chips = ofPieces(pieces, ofDashes) ?? ofPieces(text.split(dashed), toOne)
  return (chips ?? (whole === undefined ? [] : [whole])).flatMap(withFlags)
}

function ofDashes(text: string): NameChip[] | undefined {
  return ofPieces(text.split(dashed), toOne) ?? toOne(text)
}

function isPicture(piece: string): boolean {
  return piece.trim() !== '' && !/[\p{L}\p{N}\p{RI}]/u.test(piece)
}

const listed = /\s?[|｜│¦;]\s?|,\s/u
/** "Real - 5K/Day" are two things; "Speed 100 - 300/day" is one. */
const dashed = /(?<!(?:^|[\s:])\d[\d.,]{0,9}[kmкм]?\+?)\s[-–—~]\s|\s[-–—~]\s(?!\d)/iu

/** The properties of the pieces, if every piece is one. */
function ofPieces(
  pieces: readonly string[],
  read: (piece: string) => NameChip[] | undefined,
): NameChip[] | undefined {
  const said = pieces.filter((piece) => piece.trim() !== '').slice(0, piecesMax + 1)
  if (pieces.length < 2 || said.length > piecesMax) return undefined
  const chips = said.map(read)
  return chips.every((chip) => chip !== undefined) ? chips.flat() : undefined
}

function toOne(piece: string): NameChip[] | undefined {
  const chip = toChip(piece)
  return chip === undefined ? undefined : [chip]
}

function toChip(part: string): NameChip | undefined {
  const text = withoutBrackets(part)
  if (text.length > chipLength || bracket.test(text)) return undefined
  const bare = withoutPictures(text)
  const kind = kindOf(bare, recycling.test(text))
  if (kind === undefined) return undefined
  const isSaid = kind !== 'refill' || saysRefill(bare)
  return { kind, text: wordsOf[kind]?.(bare) ?? (isSaid ? bare : `${bare} ♻️`) }
}

const bracket = /[()[\]{}【】（）「」『』《》〔〕［］｛｝«»⟮⟯]/

function withoutBrackets(part: string): string {
  return part
    .replace(/^[([{【（「『《〔［｛⟮]+|[)\]}】）」』》〕］｝⟯]{1,4}$/g, '')
    .replace(/^[-–—~:;,/\\ ]+|[-–—:;,. ]{1,8}$/g, '')
}

/** Removes ornaments at the ends; the chip's kind shows what ♻️ and 🚀 stand for. */
function withoutPictures(text: string): string {
  if (!/[\p{L}\p{N}]/u.test(text)) return text.replaceAll(picture, '').trim()
  if (/^[\p{L}\p{N}]/u.test(text) && /[\p{L}\p{N}]$/u.test(text)) return text
  const letters = [...text]
  const isSaying = (letter: string) =>
    !/^(?:[\s\p{Extended_Pictographic}\p{Emoji_Modifier}✪✓•-]|\uFE0F|\u200D)$/u.test(letter)
  const bare = letters.slice(letters.findIndex(isSaying), letters.findLastIndex(isSaying) + 1).join('')
  return bare === '' ? text : bare
}

const picture = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/gu

/** A flag after another property is a property of its own: "Start 0-6H 🇩🇪". */
function withFlags(chip: NameChip): NameChip[] {
  if (chip.kind === 'country' || !flag.test(chip.text)) return [chip]
  const flags = [...new Set(chip.text.match(/\p{RI}\p{RI}/gu))].join('')
  const text = chip.text.replaceAll(/\s*\p{RI}{2}/gu, '').trim()
  return [
    { ...chip, text },
    { kind: 'country', text: flags },
  ]
}

const recycling = /[♻🔄🔃🔁]/u
const flag = /\p{RI}\p{RI}/u
const figure = /^\d{1,9}(?:k|m|b|к|м|tr|ty|mil|jt|juta|rb|ribu)?$/
/** "30d", "r365", "ar30", "100kday": a number with its unit. */
const glued =
  /^(?:a?r|rf)?\d{1,9}[km]?(?:d|days?|h|hr|hrs|hours?|m|min|mins|minutes?|w|y|jam|hari|일|시간|분|ч|дней|дн|д)?$/
const refillFigure = /^(?:ar|r|rf)\d{1,3}d?(?:ays?)?$/
const perUnit =
  /\d ?(?:[kmкм]|tr|mil|jt|rb)?\+? ?(?:\/ ?1? ?|p ?\/ ?|per |a |each |в |mỗi |por |al |(?<=[km] )(?=[dh]))(?:d|days?|h|hours?|hrs?|hr|min|mins|minutes?|ng[aà]y|giờ|phút|д|день|сутки|час|ч|hari|jam|gün|saat|dia|día|hora|일)(?![\p{L}\d])|\d ?[km]?\+? ?(?:günlük|daily)$/iu
const dayFirst = /^(?:days?|daily|hours?|günlük|saatlik|diario|harian)\W{0,3}\d/i
/** "0-1 Hr" and "1-12hrs" are waiting times; "7 Days" alone is ambiguous. */
const wait =
  /^\d{1,3} ?(?:h|hrs?|hours?|m|min|mins?|minutes?)? ?[-–/~] ?\d{1,3} ?(?:h|hrs?|hours?|ч|jam|saat|giờ|horas?)$|^0 ?[-–/~] ?\d{1,3} ?(?:m|mins?|minutes?|мин|phút)$|^0 ?[-–] ?\d{1,3} ?\/ ?(?:h|m|ч|м)$/iu

/** Meaningless without a number. */
const labels = new Set(['speed', 'start', 'max', 'min', 'tocdo', 'скорость', 'старт', 'velocidade'])

/** A part is a property only if all of its words are known. */
function kindOf(text: string, isRecycled: boolean): ChipKind | undefined {
  // "R∞" is the longest possible time.
  const folded = joinPhrases(foldText(text.replaceAll('∞', '999')).normalize('NFC'))
  const words = folded === '' ? [] : folded.split(' ')
  const [only = ''] = words
  if (words.length === 1 && labels.has(only)) return undefined
  if (words.length === 0) return flag.test(text) && /^[\p{RI}\s/|+&-]+$/u.test(text) ? 'country' : undefined
  const has = (kind: keyof typeof propertyWords) => words.some((word) => propertyWords[kind].has(word))
  const isCountry = words.every((word) => countryWords.has(word) || regionWords.has(word) || word === 'and')
  if (isCountry && words.some((word) => countryWords.has(word))) return 'country'
  if (!words.every(isKnown)) return undefined
  if (isRecycled || isRefill(words)) return 'refill'
  if (wait.test(text)) return 'start'
  if (perUnit.test(text) || dayFirst.test(text)) return 'speed'
  if (has('quality')) return 'quality'
  if (has('max') && words.some((word) => figure.test(word) || word === 'unlimited' || word === 'sinirsiz'))
    return 'max'
  if (has('start')) return 'start'
  if (has('speed')) return 'speed'
  return has('other') ? 'other' : undefined
}

const isRefill = (words: readonly string[]) =>
  words.some((word) => propertyWords.refill.has(word) || refillFigure.test(word))

/** "365 Days ♻️" means a refill only with its sign. */
function saysRefill(text: string): boolean {
  return isRefill(joinPhrases(foldText(text.replaceAll('∞', '999')).normalize('NFC')).split(' '))
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
  [/\bomur boyu\b/g, 'omurboyu'],
  [/\bon dinh\b/g, 'ondinh'],
  [/\bdoc quyen\b/g, 'docquyen'],
  [/\blap tuc\b/g, 'laptuc'],
  [/\bp (?=d\b|h\b)/g, 'per '],
  [/\b(a?r) (?=\d{1,3}\b)/g, '$1'],
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

/** Removes what the chip's kind already says, and repeated flags. */
const wordsOf: Partial<Record<ChipKind, (part: string) => string>> = {
  // "Speed 30K" has no time unit, so it keeps its word.
  speed: (part) =>
    perUnit.test(part) || dayFirst.test(part)
      ? part
          .replace(/^(?:daily )?speed ?[:;-]? ?(?=\d)/i, '')
          .replace(/(?<=\d.{0,20}) speed$/i, '')
          .replace(/^days? ?[:/]? ?(\d\S*)$/i, '$1/day')
      : part,
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
