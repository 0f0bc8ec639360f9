/** Arrow keys step by the service's minimum, with Shift by ten times that, within its bounds. */
export function stepQuantity(
  quantity: number | undefined,
  { min, max, steps }: { min: number; max: number; steps: number },
): number {
  const least = Math.max(1, min)
  return Math.min(max, Math.max(least, (quantity ?? least) + steps * stepOf({ min })))
}

export function stepOf({ min }: { min: number }): number {
  return Math.max(1, min)
}
