import type { Logger } from 'pino'

export type Started = {
  /** What was started, and how to end it; left behind when that takes longer than `seconds`. */
  add(part: { name: string; seconds: number; end: () => Promise<unknown> | void }): void
  /** Ends the parts in the opposite order, each in its time; a failure keeps no other from ending. */
  stop(): Promise<void>
}

/**
 * The parts of a process, to be ended within a known time whatever hangs: a provider that does not answer, a database
 * that is out of reach. What is left behind ends with the process, as in a crash, which every part is made for.
 */
export function makeStarted(log: Logger): Started {
  const parts: Parameters<Started['add']>[0][] = []
  return {
    add: (part) => void parts.push(part),
    async stop() {
      for (const { name, seconds, end } of parts.splice(0).toReversed()) {
        const isOver = await endsWithin(seconds, async () => {
          try {
            await end()
          } catch (error) {
            log.error({ err: error, part: name }, 'stopping failed')
          }
        })
        if (!isOver) log.warn({ part: name, seconds }, 'did not stop in its time and is left behind')
      }
    },
  }
}

async function endsWithin(seconds: number, work: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000, false)
  })
  try {
    return await Promise.race([work().then(() => true), isLate])
  } finally {
    clearTimeout(timer)
  }
}
