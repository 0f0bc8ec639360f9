import type { Logger } from 'pino'

export type Started = {
  /** Registers a started part and how to end it, which is abandoned after `seconds`. */
  add(part: { name: string; seconds: number; end: () => Promise<unknown> | void }): void
  /** Ends the parts in reverse order. An error doesn't stop the others. */
  stop(): Promise<void>
}

/**
 * The parts of a process, which stop within a known time even if a provider or the database doesn't answer. An abandoned part
 * ends with the process, as in a crash, which every part survives.
 */
export function makeStarted(log: Logger): Started {
  const parts: Parameters<Started['add']>[0][] = []
  return {
    add: (part) => void parts.push(part),
    async stop() {
      for (const { name, seconds, end } of parts.splice(0).toReversed()) {
        const hasEnded = await endsWithin(seconds, async () => {
          try {
            await end()
          } catch (error) {
            log.error({ err: error, part: name }, 'stopping failed')
          }
        })
        if (!hasEnded) log.warn({ part: name, seconds }, 'did not stop in time and is abandoned')
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
