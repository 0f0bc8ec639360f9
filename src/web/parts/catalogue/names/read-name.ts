import { foldText } from '#web/ui/text/fold-text.ts'
import { type ChipKind, type NameChip, toChips } from './name-chips.ts'
import { type NamePart, toLine, toParts } from './name-parts.ts'
import { toPlainLetters } from './plain-letters.ts'

export type ReadName = {
  /** The service itself, without its platform and its properties. */
  title: string
  /** Its properties: speed, refill, country … */
  chips: readonly NameChip[]
}

export type Named = { name: string; category: { name: string }; platform: string; max: number }

const known = new WeakMap<Named, ReadName>()
const knownWhole = new WeakMap<Named, ReadName>()

/**
 * A service's name for readers. Providers write "Instagram | Views | Instagram Reach | Speed 5K/day" in the category
 * "Instagram | Views": that is "Reach", at 5K/day. In doubt the name stays as written. The original is kept: it is
 * searched, and shown in full on demand. Each service is read once, since lists render at every key.
 */
export function readName(service: Named): ReadName {
  const read = known.get(service) ?? readUncached(service)
  known.set(service, read)
  return read
}

/**
 * The same in a list: if a neighbour has the same title, the title includes what distinguishes the two ("Likes · R30"
 * next to "Likes · R60"). If nothing that was read does, or it takes more than a line, the whole name is shown.
 */
export function readNameAmong(services: readonly Named[], at: number): ReadName {
  const service = services[at]
  if (service === undefined) return { title: '', chips: [] }
  const read = readName(service)
  const apart = readApart(services, at)
  if (apart === read) return read
  const title = foldTitle(apart.title)
  const isShared = [at - 1, at + 1].some((beside) => foldTitle(readApart(services, beside).title) === title)
  return isShared ? readWhole(service) : apart
}

/** Both neighbours find the same kind of distinguishing chip, so neither needs the other's title. */
function readApart(services: readonly Named[], at: number): ReadName {
  const service = services[at]
  if (service === undefined) return { title: '', chips: [] }
  const read = readName(service)
  const kinds = new Set<ChipKind>()
  for (const other of [services[at - 1], services[at + 1]]) {
    if (other === undefined || foldTitle(readName(other).title) !== foldTitle(read.title)) continue
    const kind = tellingKinds.find((one) => sayOf(readName(other), one) !== sayOf(read, one))
    if (kind === undefined) return readWhole(service)
    kinds.add(kind)
  }
  if (kinds.size === 0) return read
  const telling = read.chips.filter(({ kind }) => kinds.has(kind))
  return {
    title: [read.title, ...telling.map(({ text }) => text)].join(' · '),
    chips: read.chips.filter(({ kind }) => !kinds.has(kind)),
  }
}

/** In order of importance to buyers. */
const tellingKinds = ['country', 'quality', 'refill', 'speed', 'start', 'max', 'other'] as const

function sayOf({ chips }: ReadName, kind: ChipKind): string {
  const said = chips.filter((chip) => chip.kind === kind)
  return foldTitle(said.map(({ text }) => text).join(' '))
}

function readWhole(service: Named): ReadName {
  const read = knownWhole.get(service) ?? { title: toLine(toPlainLetters(service.name)), chips: [] }
  knownWhole.set(service, read)
  return read
}

/** Emojis distinguish services as well: 👍 and 😡 are two reactions. */
function foldTitle(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[\s·|,.-]+/g, ' ')
    .trim()
}

function readUncached({ name, category, platform, max }: Named): ReadName {
  const whole = toLine(toPlainLetters(name))
  const titles: NamePart[] = []
  const chips: NameChip[] = []
  let isApart = false
  let isLed = false
  for (const part of joinDashes(toParts(whole))) {
    const isOrnament: boolean =
      titles.length > 0 && (!part.isAfterBar || isApart) && onlyDecoration.test(part.text)
    const said: NameChip[] = isOrnament || isNeeded(part, titles.at(-1)) ? [] : toChips(part.text)
    chips.push(...said)
    if (titles.length === 0 && !part.isBracket) isLed ||= said.some(({ kind }) => kind !== 'country')
    if (said.length === 0 && !isOrnament)
      titles.push(isApart && part.joint === '' ? { ...part, joint: ' ' } : part)
    isApart = said.length > 0 || (isApart && isOrnament)
  }
  const title = toTitle(titles, platform)
  // Without words of its own, or only with the platform's, the title would equal others.
  const isThin = !/\p{L}{2}/u.test(title) || (chips.length > 0 && foldText(title) === foldText(platform))
  const isDoubtful = isLed && !namesKind(titles, `${platform} ${category.name}`)
  if (isThin || isDoubtful) return { title: whole, chips: [] }
  return { title: toCapital(title), chips: withoutSaid(joinFlags(chips), max) }
}

/** What follows a property may be another one: "Non Drop | Cheap" in "BOT START | Non Drop | NOT ACTIVITY". */
function namesKind(titles: readonly NamePart[], about: string): boolean {
  const known = new Set(foldText(about).split(' '))
  return titles.some(({ text }) =>
    foldText(text)
      .split(' ')
      .some((word) => word.length > 2 && known.has(word)),
  )
}

/** "🇰🇷" and "Korea" are the same, and a flag is shown once. */
function joinFlags(chips: readonly NameChip[]): NameChip[] {
  const flag = chips.find(({ kind, text }) => kind === 'country' && !/\p{L}/u.test(text))
  const bare = chips.findIndex(({ kind, text }) => kind === 'country' && /^\P{RI}+$/u.test(text))
  if (flag === undefined) return [...chips]
  const named = chips.map((chip, at) => (at === bare ? { ...chip, text: `${flag.text} ${chip.text}` } : chip))
  return named.filter((chip) => chip.text !== flag.text || (chip === flag && bare === -1))
}

/** Parts joined by dashes: separate properties, one together ("Super - Fast"), or part of the first ("USA - UK Likes"). */
function joinDashes(parts: readonly NamePart[]): NamePart[] {
  const runs: NamePart[][] = []
  for (const part of parts) {
    const last = runs.at(-1)
    const isJoined = !part.isAfterBar && !part.isBracket && last?.at(-1)?.isBracket === false
    if (isJoined) last?.push(part)
    else runs.push([part])
  }
  let isNamed = false
  return runs.flatMap((run) => {
    const titleAt = run.findIndex(({ text }) => toChips(text).length === 0)
    if (titleAt === -1) return run
    const whole = joined(run)
    if (toChips(whole.text).length > 0) return [whole]
    const from = isNamed ? 0 : titleAt
    isNamed = true
    const rest = run.slice(from + 1)
    return withCountries([joined(run.slice(0, from + 1)), ...rest])
  })
}

/** In "Likes - USA - UK pages" the first country belongs to the following words. */
function withCountries(run: readonly NamePart[]): NamePart[] {
  return run.toReversed().reduce<NamePart[]>((made, part) => {
    const [next] = made
    const isOpen =
      next !== undefined && toChips(part.text)[0]?.kind === 'country' && toChips(next.text).length === 0
    return isOpen ? [joined([part, next]), ...made.slice(1)] : [part, ...made]
  }, [])
}

function joined(run: readonly NamePart[]): NamePart {
  return run.reduce((whole, part) => ({ ...whole, text: `${whole.text}${part.joint}${part.text}` }))
}

/** "Likes from [USA]" and "Views & [Real]" would otherwise end in a dangling word. */
function isNeeded({ isAfterBar, joint }: NamePart, before: NamePart | undefined): boolean {
  return before !== undefined && !isAfterBar && joint.trim() === '' && leadsOn.test(before.text)
}

const leadsOn =
  /(?:^| )(?:from|for|with|in|of|by|to|at|and|из|для|с|от|từ|cho|de|para|do|dari|untuk|[&+/:,])$/iu

/** Leaves out what the next part repeats ("Likes | Instagram Likes"), and the platform before each. */
function toTitle(parts: readonly NamePart[], platform: string): string {
  const words = parts.map(({ text }) => new Set(foldText(text).split(' ')))
  let title = ''
  for (const [at, { text, isAfterBar, joint }] of parts.entries()) {
    const next = words[at + 1]
    const own = words[at]
    const isRepeated = parts[at + 1]?.isAfterBar === true && own !== undefined && next !== undefined
    if (isRepeated && !own.has('') && [...own].every((word) => next.has(word))) continue
    if (title === '') title = text
    else title += (isAfterBar ? ' · ' : joint.replace(/^\s*([-–—]+)\s*$/, ' $1 ')) + text
  }
  return withoutPlatform(title, platform)
}

/** "instagram views" just lacks a capital; "iPhone" does not. */
function toCapital(title: string): string {
  const [first = ''] = title.split(' ', 1)
  return first === first.toLowerCase() && !first.includes('.')
    ? title.charAt(0).toUpperCase() + title.slice(1)
    : title
}

/** Removes what the category says, and the maximum, which is shown next to it. */
function withoutSaid(chips: readonly NameChip[], max: number): NameChip[] {
  const said = new Set<string>()
  return chips.filter(({ kind, text }) => {
    const folded = foldText(text) || text
    if (said.has(folded) || (kind === 'max' && figureIn(text) === max)) return false
    said.add(folded)
    return true
  })
}

/** "Max 50K" is 50,000. */
function figureIn(text: string): number | undefined {
  const [, number, unit = ''] = /^max:? ?(\d{1,9}(?:\.\d{1,3})?) ?([km]?)$/i.exec(text) ?? []
  if (number === undefined) return undefined
  const times = unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1_000 : 1_000_000
  return Math.round(Number(number) * times)
}

const marks = '🔥⭐🌟✨⚡💎👑♛✅✔☑🆕🚀💥📌🔰🔝●◆★☆✪✦❖👥🔴🔵🟢🟡⭕🥇►▶➤💧💦♻⛔🛑🤑🈹'
/** A sign followed by a space is decoration; "+100" is not. */
const decoration = new RegExp(`^(?:[${marks}\\uFE0F ]|[-–—+*] )+`, 'u')
const onlyDecoration = new RegExp(`^[${marks}\\uFE0F ]+$`, 'u')

/** The platform's icon is shown next to the title. "Telegram" alone stays, since nothing would be left. */
function withoutPlatform(title: string, platform: string): string {
  const bare = title.replace(decoration, '').replace(/[-–—:,~ ]{1,8}$/, '')
  const words = bare.split(' ')
  const isPlatform = (word: string) => word.toLowerCase() === platform.toLowerCase()
  const from = words.findIndex(
    (word, at) => !isPlatform(word) && (at === 0 || /[\p{L}\p{N}]|^\+/u.test(word)),
  )
  const rest = from < 1 ? '' : words.slice(from).join(' ')
  return /\p{L}{2}/u.test(rest) && !/^[([{【]/.test(rest) ? rest : bare
}
