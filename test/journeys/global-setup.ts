import { makeScratchFolder } from '#test/scratch-folder.ts'

/** The workers inherit it, and with them the products and browsers that they start. */
export default function setup(): () => void {
  return makeScratchFolder().remove
}
