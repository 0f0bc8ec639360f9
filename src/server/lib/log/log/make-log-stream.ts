import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import type { DestinationStream } from 'pino'

/** What a reader that stalled may cost. */
const QUEUED_BYTES_MAX = 1_000_000
const FLUSH_MS = 500
const WARN = 40

export type LogStream = DestinationStream & {
  /** The start is over: from here on every line goes out as it is, for machines. */
  startJson(): void
  /** Resolves when what was written is out, or soon after where nobody reads. */
  flush(): Promise<void>
}

/**
 * Where a process's log goes. While the product starts, a person looks on: warnings and errors are sentences, and
 * what is only information is left out. After that it is lines of JSON.
 *
 * Whoever reads a pipe may stall or go. Node queues what does not fit into it, so nothing waits; beyond a bound lines
 * are dropped, and counted in a line of their own when there is room again.
 */
export function makeLogStream(to: Writable): LogStream {
  let isJson = false
  let dropped = 0
  const tellDropped = () => {
    if (dropped > 0) to.write(toDroppedLine(dropped))
    dropped = 0
  }
  const write = (line: string) => {
    if (to.writableLength > QUEUED_BYTES_MAX) {
      dropped += 1
      return
    }
    tellDropped()
    to.write(line)
  }
  to.on('drain', tellDropped)
  // The log ends with its reader; the product does not.
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

/** Undefined for what only a running product's log tells. */
function toSentence(line: string): string | undefined {
  // Written by pino with the serializers of make-log.ts.
  const { level, msg, err } = JSON.parse(line) as { level: number; msg?: string; err?: { message?: string } }
  if (level < WARN) return undefined
  const said = [msg, err?.message].filter((part) => part !== undefined && part !== '')
  return `${level === WARN ? 'Warning' : 'Error'}: ${[...new Set(said)].join(': ')}\n`
}
