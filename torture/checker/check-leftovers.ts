import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { listMarked } from '#torture/product/list-processes.ts'

import { type Finding, finding } from './finding.ts'

const PATIENCE_MS = 5_000

/** After the product has stopped, none of its processes is running and nothing of it is left in a temporary directory. */
export async function checkLeftovers(options: {
  /** Marks that only the product's processes have in their arguments or environment. */
  mark: string
  temporaryDir: string
  /** Folders that it created elsewhere while it ran. */
  folders: Iterable<string>
}): Promise<Finding[]> {
  const { mark, temporaryDir, folders } = options
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until && listMarked(mark).length > 0;)
    await sleep(100)
  return [
    ...listMarked(mark).map(({ pid, command }) => finding('other', `process ${pid} is left: ${command}`)),
    ...readdirSync(temporaryDir).map((name) =>
      finding('other', `${name} is left in the temporary directory`),
    ),
    ...[...folders].filter(existsSync).map((folder) => finding('other', `${folder} is left`)),
  ]
}
