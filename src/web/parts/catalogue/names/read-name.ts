import { foldText } from '#web/ui/text/fold-text.ts'
import { kindOf, type NameChip, toChip } from './name-chips.ts'
import { partsOf, toLine } from './name-parts.ts'

export type ReadName = {
  /** What the service is, without what its category and platform say already. */
  title: string
  /** What is said of it: speed, refill, country … */
  chips: readonly NameChip[]
}

type Named = { name: string; category: { name: string }; platform: string; max: number }

const known = new WeakMap<Named, ReadName>()

/**
 * A service's name as one reads it. Providers write "Instagram | Views | Instagram Reach | Speed 5K/day" under the category
 * "Instagram | Views": that is "Reach", at 5K/day. Of the original nothing is lost: it is searched, and shown in full on demand.
 * Each service is read once: a list of them is drawn at every key.
 */
export function readName(service: Named): ReadName {
  const read = known.get(service) ?? readAnew(service)
  known.set(service, read)
  return read
}

function readAnew({ name, category, platform, max }: Named): ReadName {
  const shelf = partsOf(category.name)
  // A category of one part is the noun of its services: without it they would have none.
  const known = new Set([platform, ...(shelf.length > 1 ? shelf : [])].map(foldText))
  const all = partsOf(toPlainLetters(name))
  const first = all.findIndex((part) => !known.has(foldText(part)) || foldText(part) === '')
  const own = (first === -1 ? [] : all.slice(first)).flatMap(withBracketsApart)

  const titles: string[] = []
  const chips: NameChip[] = []
  for (const part of own) {
    const isTitle = titles.length === 0 && kindOf(part) === undefined
    const chip = isTitle ? undefined : toChip(part)
    if (chip === undefined) titles.push(part)
    else if (!isSaid(chip, chips, max)) chips.push(chip)
  }
  if (titles.length === 0) titles.push(shelf.at(-1) ?? name)
  const title = withoutPlatform(titles.join(' · '), platform)
  return { title: title === '' ? name : toCapital(title), chips }
}

/** "instagram views" is written without thought; "iPhone" is not. */
function toCapital(title: string): string {
  const [first = ''] = title.split(' ', 1)
  return first === first.toLowerCase() ? title.charAt(0).toUpperCase() + title.slice(1) : title
}

/** Said before, or by the service's own largest quantity. */
function isSaid({ kind, text }: NameChip, chips: readonly NameChip[], max: number): boolean {
  if (kind === 'max' && figureIn(text) === max) return true
  return chips.some((said) => foldText(said.text) === foldText(text))
}

/** "Max 50K" is 50,000. */
function figureIn(text: string): number | undefined {
  const [, figure, unit = ''] = /^max:? ?(\d{1,9}(?:\.\d{1,3})?) ?([km]?)$/i.exec(text) ?? []
  if (figure === undefined) return undefined
  const times = unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1_000 : 1_000_000
  return Math.round(Number(figure) * times)
}

/** Letters of the mathematical alphabets and full-width ones, which are read out one by one or not at all. */
export function toPlainLetters(text: string): string {
  return text.replaceAll(/[\u{1D400}-\u{1D7FF}\u{FF01}-\u{FF5E}]/gu, (letter) => letter.normalize('NFKC'))
}

/** "[NEW] Followers [30 Days Refill]": what is said of a service is a part of its own; "[Custom List]" belongs to its name. */
function withBracketsApart(part: string): string[] {
  const apart: string[] = []
  const rest = part.replaceAll(/[[【]([^[\]【】]{1,40})[\]】]/gu, (whole, inner: string, at: number) => {
    if (at > 0 && kindOf(inner.trim()) === undefined) return whole
    apart.push(inner.trim())
    return ' '
  })
  const own = toLine(rest)
  return own === '' ? apart : [own, ...apart]
}

/** The platform's picture stands beside it. What would be left of "Telegram" alone is nothing, so that stays. */
function withoutPlatform(title: string, platform: string): string {
  const words = title.replace(/^[^\p{L}\p{N}[【(]+/u, '').split(' ')
  const folded = foldText(platform)
  if (words.length > 1 && foldText(words[0] ?? '') === folded) words.shift()
  if (words.length > 1 && foldText(words.at(-1) ?? '') === folded) words.pop()
  return words
    .join(' ')
    .replace(/^[-–—:+,. ]+/, '')
    .replace(/^\( ?([^()]{1,40}?) ?\)/, '$1')
    .trim()
}
