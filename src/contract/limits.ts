import { money, type Money, UNITS_PER_USD } from './money.ts'

/** Every bound that both sides hold to. Where the spec gives the number, it says so. */
export const limits = {
  passwordMin: 8, // spec §5
  passwordMax: 200,
  nameMax: 100,
  emailMax: 254,
  phoneMax: 40,
  linkMax: 2000,
  commentsMax: 200_000,
  searchMax: 100,
  pageSize: 50,
  pageSizeMax: 200,
  quantityMax: 2_147_483_647,
  quantityInputMax: 1_000_000, // spec §5, where a service gives no maximum
  bodyBytes: 1_048_576,
  authBodyBytes: 8_192,
  idempotencyKeyMax: 255,
  idempotencyDays: 30,
  requestTimeoutSeconds: 60, // spec §9
  tokenHours: 24,
  tokenRefreshWithinSeconds: 3600, // spec §9
  refreshGraceSeconds: 60,
  recheckSeconds: 10, // spec §9
  notificationsShown: 5, // spec §9
  recentOrders: 5, // spec §9
  ordersPerPage: 10, // spec §9
  importServicesMax: 20_000,
  importBodyBytes: 33_554_432, // 20,000 whole rows, as clients of the spec send them
  markupBasisPointsDefault: 3_000, // spec §9: 30 percent
  markupBasisPointsMax: 1_000_000,
} as const

/** Deposit bounds in USD by default (api.md): an operator may change them. */
export const depositLimits: { min: Money; max: Money; presets: readonly number[] } = {
  min: money(UNITS_PER_USD),
  max: money(10_000n * UNITS_PER_USD),
  presets: [10, 25, 50, 100, 200, 500], // spec §9
}

/** Bonus steps, highest first: +10 % from $500, +5 % from $100 (spec §9). */
export const bonusSteps: readonly { from: Money; basisPoints: number }[] = [
  { from: money(500n * UNITS_PER_USD), basisPoints: 1_000 },
  { from: money(100n * UNITS_PER_USD), basisPoints: 500 },
]

/** The bonus on a deposit, rounded down once (field notes 4). */
export function bonusFor(
  amount: bigint,
  steps: readonly { from: bigint; basisPoints: number }[] = bonusSteps,
): Money {
  const step = steps.find(({ from }) => amount >= from)
  return money(step === undefined ? 0n : (amount * BigInt(step.basisPoints)) / 10_000n)
}
