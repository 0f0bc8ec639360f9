import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

import type { PictureRequest } from './draw-picture.ts'

/** Each drawing is a child process that runs for half a second. */
const drawing = makeSemaphore({ runningMax: 1, waitingMax: 20, waitMs: 30_000 })
/** One brand has a handful. */
const CACHED_MAX = 16

/** Draws link previews and icons in the operator's colour. */
export function makePictures(): (request: PictureRequest) => Promise<Buffer> {
  return makeOnce((request) => drawing(() => drawInChild(request)))
}

/** Makes each picture once and caches it, even for concurrent requests. */
export function makeOnce<Request>(
  make: (request: Request) => Promise<Buffer>,
): (request: Request) => Promise<Buffer> {
  const cached = new Map<string, Promise<Buffer>>()
  return (request) => {
    const key = JSON.stringify(request)
    const known = cached.get(key)
    if (known !== undefined) return known
    const made = make(request)
    made.catch(() => cached.delete(key))
    cached.set(key, made)
    const oldest = cached.keys().next()
    if (cached.size > CACHED_MAX && oldest.done !== true) cached.delete(oldest.value)
    return made
  }
}

const script = join(import.meta.dirname, 'draw-picture.ts')
const SECONDS_MAX = 30
const BYTES_MAX = 1_048_576

/**
 * Draws in a child process: this one decodes pictures that users upload, so SVG stays disabled in it
 * (lib/files/redraw-picture.ts).
 */
async function drawInChild(request: PictureRequest): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(request)], {
    encoding: 'buffer',
    timeout: SECONDS_MAX * 1000,
    maxBuffer: BYTES_MAX,
    killSignal: 'SIGKILL',
  })
  return stdout
}
