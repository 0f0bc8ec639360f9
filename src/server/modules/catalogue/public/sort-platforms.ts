import { featuredPlatforms, OTHER_PLATFORM, platforms } from '#contract/catalogue/platforms.ts'

const known = [...new Set<string>([...featuredPlatforms, ...platforms])].filter(
  (name) => name !== OTHER_PLATFORM,
)
const places = new Map(known.map((name, place) => [name, place]))

/** Platforms with a page first, then the other known ones, then the operator's own by name, 'Other' last. */
export function comparePlatforms(one: string, other: string): number {
  return placeOf(one) - placeOf(other) || (one < other ? -1 : one > other ? 1 : 0)
}

function placeOf(platform: string): number {
  return places.get(platform) ?? (platform === OTHER_PLATFORM ? known.length + 1 : known.length)
}
