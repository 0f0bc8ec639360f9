import { readProcess } from '#torture/product/list-processes.ts'
import { listMarked } from '#torture/product/list-processes.ts'
import type { Product } from '#torture/product/run-product.ts'

export type Watched = {
  /** The highest memory use of one of the product's processes, in MB. */
  megabytesMax: () => number
  /** Folders for sockets that it created in the system's temporary directory. */
  socketFolders: ReadonlySet<string>
  stop: () => void
}

const EVERY_MS = 2_000

/** Periodically samples memory and folders of the product's processes. */
export function watchProduct(product: Product, mark: string): Watched {
  let largest = 0
  const socketFolders = new Set<string>()
  const timer = setInterval(() => {
    for (const { findMain } of product.parts()) {
      const main = readProcess(findMain() ?? 0)
      if (main) largest = Math.max(largest, main.residentBytes)
    }
    for (const { command } of listMarked(mark)) {
      const folder = /unix_socket_directories=(\S+)/.exec(command)?.[1]
      if (folder) socketFolders.add(folder)
    }
  }, EVERY_MS).unref()
  return {
    megabytesMax: () => Math.round(largest / 1_048_576),
    socketFolders,
    stop: () => clearInterval(timer),
  }
}
