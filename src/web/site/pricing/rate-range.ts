import type { PlatformPicks } from '#contract/catalogue/service-pages.ts'

/** The rates per 1000 of a platform's services, or of all. */
export function rangeOf(platforms: readonly PlatformPicks[], platform: string | undefined) {
  const meant = platforms.filter(({ name }) => platform === undefined || name === platform)
  const lows = meant.flatMap(({ lowest }) => lowest?.rate ?? [])
  const highs = meant.flatMap(({ highest }) => highest ?? [])
  const [low, high] = [lows[0], highs[0]]
  if (low === undefined || high === undefined) return undefined
  return {
    lowest: lows.reduce((one, other) => (other < one ? other : one), low),
    highest: highs.reduce((one, other) => (other > one ? other : one), high),
    count: meant.reduce((sum, { services }) => sum + services, 0),
  }
}
