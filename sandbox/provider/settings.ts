import { parseDecimal } from '#sandbox/decimal.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import type { ProviderState } from './provider-state.ts'
import { KNOWN_QUIRKS, type Quirk, toQuirks } from './quirk-kinds.ts'

export type Settings = {
  sameLinkRefused: boolean
  /** Units counted in each package accepted from now on. */
  packagePieces: number
  /** The price level, in percent of the list's price. */
  pricePercent: number
  quirks: Set<Quirk>
  /** Set while `cached_balance` is on. */
  cachedBalance?: bigint | undefined
}

export function showSettings(state: ProviderState, settings: Settings): Record<string, unknown> {
  return {
    same_link_refused: settings.sameLinkRefused,
    package_pieces: settings.packagePieces,
    price_percent: settings.pricePercent,
    quirks: [...settings.quirks],
    known_quirks: KNOWN_QUIRKS,
    speed: state.clock.factor(),
    balance_units: String(state.balance()),
  }
}

/** In memory, so that a restart restores normal behaviour; only the balance is in the journal. */
export function changeSettings(
  state: ProviderState,
  settings: Settings,
  body: Record<string, unknown>,
): void {
  const {
    same_link_refused: sameLinkRefused,
    package_pieces: packagePieces,
    price_percent: pricePercent,
    quirks,
    balance,
    ...others
  } = body
  const [other] = Object.keys(others)
  if (other !== undefined)
    refuse(
      400,
      `There is no setting "${other}". There are same_link_refused, package_pieces, price_percent, quirks, balance.`,
    )
  if (sameLinkRefused !== undefined && typeof sameLinkRefused !== 'boolean')
    refuse(400, '`same_link_refused` must be true or false.')
  if (packagePieces !== undefined && !isPieces(packagePieces))
    refuse(400, '`package_pieces` must be a whole number from 1 to 1000000.')
  if (pricePercent !== undefined && !isPercent(pricePercent))
    refuse(400, '`price_percent` must be a whole number from 1 to 10000.')
  const nextQuirks = quirks === undefined ? undefined : toQuirks(quirks)
  const nextBalance = typeof balance === 'string' ? parseDecimal(balance) : undefined
  if (balance !== undefined && nextBalance === undefined)
    refuse(400, '`balance` must be dollars in a string: "12.50".')

  if (typeof sameLinkRefused === 'boolean') settings.sameLinkRefused = sameLinkRefused
  if (isPieces(packagePieces)) settings.packagePieces = packagePieces
  if (isPercent(pricePercent)) settings.pricePercent = pricePercent
  if (nextQuirks) {
    settings.quirks = nextQuirks
    const isCached = nextQuirks.has('cached_balance')
    settings.cachedBalance = isCached ? (settings.cachedBalance ?? state.balance()) : undefined
  }
  if (nextBalance !== undefined) state.setBalance(nextBalance)
}

function isPieces(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 1_000_000
}

function isPercent(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 10_000
}
