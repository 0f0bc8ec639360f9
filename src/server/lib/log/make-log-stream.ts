import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import type { DestinationStream } from 'pino'

/** Memory limit for a stalled reader. */
const QUEUED_BYTES_MAX = 1_000_000
const FLUSH_MS = 500
const WARN = 40

export type LogStream = DestinationStream & {
  /** Called after the start: from then on lines are JSON. */
  startJson(): void
  /** Resolves when everything is written, or after a short time if nothing reads it. */
  flush(): Promise<void>
}

/**
 * The output of a process's log. During the start a person is watching: warnings and errors are plain sentences,
 * information is left out. After that, JSON lines.
 *
 * The reader of a pipe may stall or end. Node queues the output, so nothing blocks; beyond a limit lines are dropped,
 * and their number is logged once there is room again.
 */
export function makeLogStream(to: Writable): LogStream {
  let isJson = false
  let dropped = 0
  const reportDropped = () => {
    if (dropped > 0) to.write(toDroppedLine(dropped))
    dropped = 0
  }
  const write = (line: string) => {
    if (to.writableLength > QUEUED_BYTES_MAX) {
      dropped += 1
      return
    }
    reportDropped()
    to.write(line)
  }
  to.on('drain', reportDropped)
  // If the reader ends, the product goes on without a log.
  to.on('error', () => undefined)
  return {
    write(line) {
      const shown = isJson ? line : toSentence(line)
      if (shown !== undefined) write(shown)
    },
    startJson: () => void (isJson = true),
    flush: () =>
      Promise.race([new Promise<void>((resolve) => to.write('', () => resolve())), sleep(FLUSH_MS)]),
  }
}

function toDroppedLine(dropped: number): string {
  const msg = 'lines of the log were dropped because nobody read them'
  return `${JSON.stringify({ level: WARN, time: Date.now(), dropped, msg })}\n`
}

/** Undefined for information, which is left out during the start. */
function toSentence(line: string): string | undefined {
  // A line of pino with the serializers of make-log.ts.
  const { level, msg, err } = JSON.parse(line) as { level: number; msg?: string; err?: { message?: string } }
  if (level < WARN) return undefined
  const said = [msg, err?.message].filter((part) => part !== undefined && part !== '')
  return `${level === WARN ? 'Warning' : 'Error'}: ${[...new Set(said)].join(': ')}\n`
}
