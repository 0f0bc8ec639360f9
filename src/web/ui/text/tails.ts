import type { CSSProperties } from 'react'
import { formatExact } from '#contract/base/money.ts'

/** The number of decimals beyond cents. */
export function tailOf(amount: bigint): number {
  return Math.max(0, (formatExact(amount).split('.')[1] ?? '').length - 2)
}

/** For the cells of a column of amounts: the length of the longest tail, so that the decimal points are aligned. */
export function styleOfTails(amounts: readonly (bigint | null | undefined)[]): CSSProperties {
  return { '--tail': Math.max(0, ...amounts.map((amount) => tailOf(amount ?? 0n))) } as CSSProperties
}
