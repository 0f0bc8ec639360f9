import type { CSSProperties } from 'react'
import { formatExact } from '#contract/base/money.ts'

/** How many decimals an amount has beyond the cents. */
export function tailOf(amount: bigint): number {
  return Math.max(0, (formatExact(amount).split('.')[1] ?? '').length - 2)
}

/** For the cells of a column of amounts: how long its longest tail is, so that their points stand below each other. */
export function styleOfTails(amounts: readonly (bigint | null | undefined)[]): CSSProperties {
  return { '--tail': Math.max(0, ...amounts.map((amount) => tailOf(amount ?? 0n))) } as CSSProperties
}
