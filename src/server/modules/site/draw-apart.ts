import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Asked } from './draw-picture.ts'

const script = join(import.meta.dirname, 'draw-picture.ts')
/** On a slow machine. */
const SECONDS_MAX = 30
const BYTES_MAX = 1_048_576

/**
 * Draws in a process that ends with it. This one reads pictures that people send, so it can read no SVG
 * (lib/files/redraw-picture.ts), and stays so.
 */
export async function drawApart(asked: Asked): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(asked)], {
    encoding: 'buffer',
    timeout: SECONDS_MAX * 1000,
    maxBuffer: BYTES_MAX,
    killSignal: 'SIGKILL',
  })
  return stdout
}
