import {
  NO_REFILL_WORDS,
  ORNAMENTS,
  PLATFORMS,
  REFILL_WORDS,
  SOURCES,
  SPEEDS,
  START_TIMES,
  type Kind,
  type Platform,
} from './catalogue-platforms.ts'
import type { CatalogueService } from './catalogue-service.ts'
import { describeService } from './describe-service.ts'
import { makeRandom, type Random } from './random.ts'

const SIZE_DEFAULT = 300
const CATALOGUE_SIZE_MAX = 100_000
const FIRST_SERVICE_ID = 101

/**
 * The built-in list: the same services each time, and a longer list starts with those of a shorter one, so that a
 * service keeps its id, name and rate regardless of size. The first ones cover every platform and kind once; the rest
 * are distributed like at a real provider. They are listed by category, like at panels.
 */
export function makeCatalogue({ size = SIZE_DEFAULT }: { size?: number } = {}): CatalogueService[] {
  if (!Number.isInteger(size) || size < 1 || size > CATALOGUE_SIZE_MAX)
    throw new Error(`a catalogue has from 1 to ${CATALOGUE_SIZE_MAX} services`)
  const once = PLATFORMS.flatMap((platform) => platform.kinds.map((kind) => ({ platform, kind })))
  const services: { place: number; service: CatalogueService }[] = []
  let id = FIRST_SERVICE_ID
  for (let index = 0; index < size; index += 1) {
    const random = makeRandom(index + 1)
    const { platform, kind } = once[index] ?? pickKind(random)
    services.push({
      place: PLATFORMS.indexOf(platform),
      service: makeService({ id, platform, kind, random }),
    })
    // Panels delete services and never reuse an id.
    id += 1 + Math.floor(random.next() * 3)
  }
  return services
    .toSorted(
      (a, b) =>
        a.place - b.place ||
        compareText(a.service.category, b.service.category) ||
        a.service.service - b.service.service,
    )
    .map(({ service }) => service)
}

function pickKind(random: Random): { platform: Platform; kind: Kind } {
  const total = PLATFORMS.reduce((sum, platform) => sum + platform.share, 0)
  let left = random.next() * total
  const platform = PLATFORMS.find((candidate) => (left -= candidate.share) < 0) ?? random.pick(PLATFORMS)
  // A platform's first kinds are its most common ones.
  const place = Math.floor(random.next() ** 1.8 * platform.kinds.length)
  return { platform, kind: platform.kinds[place] ?? random.pick(platform.kinds) }
}

function makeService({
  id,
  platform,
  kind,
  random,
}: {
  id: number
  platform: Platform
  kind: Kind
  random: Random
}): CatalogueService {
  const [noun, middleRate, middleMax, type, tags] = kind
  const isPackage = type === 'Package' || type === 'Custom Comments Package'
  const refill = tags.includes('r') && random.next() < 0.55
  const max = isPackage ? 1 : toRoundFigure(middleMax * random.pick([0.1, 0.2, 0.5, 1, 1, 2]))
  // Nobody would write a thousand comments for a minimum order.
  const mins = /Comment|Custom List/.test(type)
    ? [1, 5, 5, 10, 10]
    : [10, 10, 20, 50, 100, 100, 200, 500, 1000]
  const min = isPackage ? 1 : Math.min(Math.max(1, Math.floor(max / 10)), random.pick(mins))
  const speed = random.pick(SPEEDS)
  const start = random.pick(START_TIMES)
  const guarantee = refill ? random.pick(REFILL_WORDS) : random.pick(NO_REFILL_WORDS)
  const source = random.pick(SOURCES)
  const name = [
    `${platform.name} ${noun}`,
    source,
    `Max ${toShort(max)}`,
    isPackage ? '' : speed,
    start,
    guarantee,
  ]
    .filter((part) => part !== '')
    .join(random.pick([' | ', ' | ', ' - ', ' ~ ']))
  return {
    service: id,
    name: (random.next() < 0.12 ? random.pick(ORNAMENTS) : '') + name + (random.next() < 0.04 ? ' ' : ''),
    type,
    category: `${platform.icon} ${platform.name} ${categoryOf(noun, refill)}`,
    rate: toRate(middleRate * (refill ? 1.3 : 1) * (0.6 + random.next() ** 2 * 2), random),
    min: String(min),
    max: String(max),
    refill,
    cancel: tags.includes('c') && random.next() < 0.6,
    dripfeed: tags.includes('d') && random.next() < 0.5,
    ...(random.next() < 0.6 && { average_time: averageTime(random) }),
    desc: describeService({ noun: `${platform.name} ${noun}`, start, speed, guarantee, min, max, random }),
  }
}

/** "Followers [Guaranteed]" next to "Followers": one kind is sold in several categories. */
function categoryOf(noun: string, refill: boolean): string {
  const [word = noun] = noun.split(' [')
  if (/Mentions/.test(word)) return 'Mentions'
  if (/Comment/.test(word)) return 'Comments'
  return refill ? `${word} [Guaranteed]` : word
}

/** Two to six decimals, as in real lists: "0.90", "1.725", "43.961855". */
function toRate(rate: number, random: Random): string {
  const decimals = rate < 0.05 ? random.pick([4, 5, 6]) : random.pick([2, 2, 3, 4, 4, 4, 5, 6])
  // Generated, and from here on a string: no arithmetic uses the float.
  const text = Math.max(rate, 0.000_1).toFixed(decimals)
  return text.replace(/(\.\d\d\d*?)0+$/, '$1')
}

function averageTime(random: Random): string {
  return random.pick([
    `${random.int(2, 59)} minutes`,
    `${random.int(1, 23)} hours ${random.int(1, 59)} minutes`,
    `${random.int(1, 3)} days ${random.int(1, 23)} hours`,
    String(random.int(3, 3000)),
    'Not enough data',
  ])
}

function toRoundFigure(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))) - 1)
  return Math.max(10, Math.round(value / step) * step)
}

function toShort(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000}M`
  return value >= 1000 ? `${value / 1000}K` : String(value)
}

/** By code point, not by locale: the list must be the same on every machine. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
