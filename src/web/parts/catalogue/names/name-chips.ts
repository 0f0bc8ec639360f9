import { foldText } from '#web/ui/text/fold-text.ts'

export type ChipKind = 'speed' | 'refill' | 'quality' | 'country' | 'max' | 'start' | 'other'
export type NameChip = { kind: ChipKind; text: string }

/** A part of a name that is longer than this is a sentence and stays in the title. */
const chipLength = 28

/** What one part of a service's name says of it; undefined for what names the service itself. */
export function toChip(part: string): NameChip | undefined {
  const kind = kindOf(part)
  if (kind !== undefined) return { kind, text: wordsOf[kind]?.(part) ?? part }
  return part.length <= chipLength ? { kind: 'other', text: part } : undefined
}

/** In this order: "30 Days Refill" is no speed, "Instant, no refill" is about the refill. */
export function kindOf(part: string): Exclude<ChipKind, 'other'> | undefined {
  const folded = foldText(part)
  return (['refill', 'quality', 'max', 'speed', 'start', 'country'] as const).find((kind) =>
    tests[kind](part, folded),
  )
}

const refill = /\b(?:refill\w*|guarante\w*|warranty|lifetime|bao hanh)\b|^r ?\d{1,3}$|♻/u
const quality =
  /\b(?:non|no|low|high|zero) ?drop\b|^drop\b|^(?:hq|lq|mq|real|mixed|cheapest|old accounts|active users)$/
const speed =
  /\d ?[km]?\+?[^/\d]{0,12}\/ ?(?:d|days?|h|hours?|hrs?|min|minutes?|ng[aà]y|giờ|day|д|день|сутки|час)(?![\p{L}\d])/iu
const speedWord = /^(?:daily )?speed\b|\bspeed$|^super ?fast$|^day \d/
const start = /^(?:super ?)?instant(?: start)?$|^start\b|\bstart$/
const flag = /\p{RI}\p{RI}/u

const tests = {
  refill: (part, folded) => refill.test(folded) || part.includes('♻'),
  quality: (_part, folded) => quality.test(folded),
  max: (_part, folded) => /^max \d/.test(folded),
  speed: (part, folded) => speed.test(part) || speedWord.test(folded),
  start: (_part, folded) => start.test(folded),
  country: (part, folded) => flag.test(part) || countries.has(folded),
} satisfies Record<Exclude<ChipKind, 'other'>, (part: string, folded: string) => boolean>

/** Without what its kind says already, and no flag twice. */
const wordsOf: Partial<Record<ChipKind, (part: string) => string>> = {
  speed: (part) =>
    part
      .replace(/^(?:daily )?speed ?:? ?/i, '')
      .replace(/ speed$/i, '')
      .replace(/^day (\d\S*)$/i, '$1/day') || part,
  start: (part) => (part === part.toUpperCase() ? toSentence(part) : part),
  country: (part) => {
    const [own = ''] = flag.exec(part) ?? []
    const name = part
      .replaceAll(/[\p{RI}[\]()]/gu, ' ')
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
  const words = text.split(' ')
  return words
    .map((word) => (word === word.toUpperCase() && word.length > 3 ? toSentence(word) : word))
    .join(' ')
}

/** Those that services are aimed at most, as they are written without a flag. */
const countries = new Set(
  [
    'worldwide,global,europe,asia,latin america,arab,vietnam,viet nam,usa,us,uk,india,indian,brazil,russia,turkey',
    'indonesia,nigeria,pakistan,bangladesh,korea,south korea,japan,china,thailand,malaysia,philippines,germany',
    'france,italy,spain,poland,ukraine,mexico,egypt',
  ].flatMap((line) => line.split(',')),
)
