/**
 * A question of which one is under way at a time: asked for meanwhile, it is asked once more afterwards, however often it was.
 * So an older answer never comes behind a newer one. `ask` does not throw.
 */
export function makeAskInTurn(ask: () => Promise<void>): { again: () => void; isUnderWay: () => boolean } {
  let underWay: Promise<void> | undefined
  let isToAskAgain = false
  function again(): void {
    isToAskAgain = underWay !== undefined
    underWay ??= ask().finally(() => {
      underWay = undefined
      if (isToAskAgain) again()
    })
  }
  return { again, isUnderWay: () => underWay !== undefined }
}
