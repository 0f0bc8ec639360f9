import { money, type Money, toBasisPoints } from '#contract/base/money.ts'

type BonusStep = { readonly from: bigint; readonly percent: number }

/** The highest tier that the amount reaches; tiers may be in any order. */
export function findBonusStep<Step extends BonusStep>(
  amount: bigint,
  steps: readonly Step[],
): Step | undefined {
  return steps
    .filter(({ from }) => amount >= from)
    .toSorted((one, other) => (one.from < other.from ? 1 : -1))[0]
}

/** The bonus on a deposit by the operator's tiers, rounded down once (field notes 4). */
export function bonusFor(amount: bigint, steps: readonly BonusStep[]): Money {
  const step = findBonusStep(amount, steps)
  return money(step === undefined ? 0n : (amount * BigInt(toBasisPoints(step.percent))) / 10_000n)
}
