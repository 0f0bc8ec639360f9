import { parseDecimal } from '#sandbox/decimal.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import type { ProviderState } from './provider-state.ts'

/** Ways in which real providers answer otherwise than the protocol says (field notes 1). Off until asked for. */
const QUIRKS = {
  wrap_services: '{"services":[…]} around the list',
  wrap_data: '{"data":[…]} around the list',
  string_ids: 'ids as strings',
  number_booleans: 'booleans as 0 and 1',
  text_booleans: 'booleans as "true" and "false"',
  add_with_status: '{"status":"success","order":n} for an order that was taken',
  add_without_id: '{"status":"success"} for an order that was taken',
  text_errors: 'errors of single ids as plain strings',
  empty_array: '[] where an object would have no members',
  lowercase_statuses: 'statuses in lower case',
  spelled_cancelled: '"Cancelled" with two l',
  says_refunded: '"Refunded" for Canceled',
  says_partially_completed: '"Partially completed" for Partial',
  says_inprogress: '"inprogress" for In progress',
  says_processing: '"Processing" for In progress',
  number_statuses: 'statuses as numbers 0 to 5',
  unknown_statuses: 'a status that nobody has heard of',
  remains_unknown: 'remains: "Unknown"',
  remains_null: 'remains: null',
  null_start_count: 'start_count: null',
  byte_order_mark: 'a byte order mark before the JSON',
  html_content_type: 'JSON that calls itself text/html',
  other_currency: 'the balance and charges in INR',
  cached_balance: 'the balance as it was when this was asked for',
  post_paid_balance: 'a balance of 0 that never moves: the bill comes later',
  unclear_cancel: '{"success":"…"} for a cancel that was asked for',
  forgets_refills: 'refill_status knows no refill',
  single_status_only: 'status knows `order` alone, refill_status `refill`',
} as const

export type Quirk = keyof typeof QUIRKS
export type Settings = {
  sameLinkRefused: boolean
  /** Pieces that it counts in each package it takes from now on. */
  packagePieces: number
  quirks: Set<Quirk>
  /** Set while `cached_balance` is on. */
  cachedBalance?: bigint | undefined
}

export function showSettings(state: ProviderState, settings: Settings): Record<string, unknown> {
  return {
    same_link_refused: settings.sameLinkRefused,
    package_pieces: settings.packagePieces,
    quirks: [...settings.quirks],
    known_quirks: QUIRKS,
    speed: state.clock.factor(),
    balance_units: String(state.balance()),
  }
}

/** Kept in memory, so that a restart is a well-behaved provider again; only the balance is part of the journal. */
export function changeSettings(
  state: ProviderState,
  settings: Settings,
  body: Record<string, unknown>,
): void {
  const {
    same_link_refused: sameLinkRefused,
    package_pieces: packagePieces,
    quirks,
    balance,
    ...others
  } = body
  const [other] = Object.keys(others)
  if (other !== undefined)
    refuse(
      400,
      `There is no setting "${other}". There are same_link_refused, package_pieces, quirks, balance.`,
    )
  if (sameLinkRefused !== undefined && typeof sameLinkRefused !== 'boolean')
    refuse(400, '`same_link_refused` must be true or false.')
  if (packagePieces !== undefined && !isPieces(packagePieces))
    refuse(400, '`package_pieces` must be a whole number from 1 to 1000000.')
  const nextQuirks = quirks === undefined ? undefined : toQuirks(quirks)
  const nextBalance = typeof balance === 'string' ? parseDecimal(balance) : undefined
  if (balance !== undefined && nextBalance === undefined)
    refuse(400, '`balance` must be dollars in a string: "12.50".')

  if (typeof sameLinkRefused === 'boolean') settings.sameLinkRefused = sameLinkRefused
  if (isPieces(packagePieces)) settings.packagePieces = packagePieces
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

function toQuirks(value: unknown): Set<Quirk> {
  if (!Array.isArray(value)) refuse(400, '`quirks` must be a list.')
  return new Set(
    value.map((name: unknown) =>
      isQuirk(name)
        ? name
        : refuse(
            400,
            `There is no quirk ${JSON.stringify(name)}. There are: ${Object.keys(QUIRKS).join(', ')}.`,
          ),
    ),
  )
}

function isQuirk(name: unknown): name is Quirk {
  return typeof name === 'string' && Object.hasOwn(QUIRKS, name)
}
