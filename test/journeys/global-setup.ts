import { makeScratchFolder } from '#test/scratch-folder.ts'

import { dropDemo, fillDemo } from './start-product.ts'

/** The workers inherit the folder and the demo in it, and with them the products and browsers that they start. */
export default async function setup(): Promise<() => Promise<void>> {
  const { remove } = makeScratchFolder()
  try {
    await fillDemo()
  } catch (error) {
    // The first failure is the one to report.
    await dropDemo().catch(() => undefined)
    remove()
    throw error
  }
  return async () => {
    await dropDemo()
    remove()
  }
}
