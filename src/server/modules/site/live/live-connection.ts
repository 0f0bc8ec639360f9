import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

import { areTooMany, hasChanges, type LiveChanges, noChanges, readChanges } from './live-changes.ts'

export type LiveConnection = {
  readonly sessionId: string
  /** Notes what changed; it is read and sent as soon as the last sending is through. */
  note(change: (changes: LiveChanges) => void): void
  /** Closes it unless the session still holds. */
  recheck(): Promise<void>
  beat(): void
  close(): void
}

/** The browser's wait before it connects again. */
const RETRY_MS = 2_000
const DRAIN_MS = 10_000

/** One open page. It reads for itself, one reading at a time, so that a burst of news is a few statements. */
export function openLiveConnection({
  ctx,
  sessionId,
  authorization,
  response,
}: {
  ctx: Context
  sessionId: string
  authorization: string | undefined
  response: ServerResponse
}): LiveConnection {
  let changes = noChanges()
  let isSending = false

  const close = () => {
    if (response.writableEnded) return
    response.end()
    // Whoever reads nothing any more would keep the connection for ever, and nobody counts it now.
    setTimeout(() => {
      if (!response.writableFinished) response.destroy()
    }, DRAIN_MS).unref()
  }

  const send = async (frame: string) => {
    if (response.writable && !response.write(frame))
      await once(response, 'drain', { signal: AbortSignal.timeout(DRAIN_MS) })
  }

  const sendChanges = async () => {
    if (isSending) return
    isSending = true
    try {
      while (response.writable && hasChanges(changes)) {
        const taken = changes
        changes = noChanges()
        const caller = await ctx.authenticate(authorization, null)
        for (const frame of await readChanges(ctx, caller, taken)) await send(frame)
      }
    } catch (error) {
      giveUp(error)
    } finally {
      isSending = false
    }
  }

  /** Whatever went wrong, the client comes back by itself and starts from what is then. */
  const giveUp = (error: unknown) => {
    const isExpected = error instanceof AppError || (error instanceof Error && error.name === 'AbortError')
    if (!isExpected) ctx.log.warn({ err: error }, 'live events had to be closed')
    if (error instanceof AppError) close()
    else response.destroy()
  }

  const recheck = async () => {
    try {
      await ctx.authenticate(authorization, null)
    } catch (error) {
      giveUp(error)
    }
  }

  response.write(`retry: ${RETRY_MS}\n\n`)
  return {
    sessionId,
    note(change) {
      change(changes)
      if (areTooMany(changes)) response.destroy()
      else void sendChanges()
    },
    recheck,
    beat() {
      // A client that has not read since the last sending is not read for any longer.
      if (response.writableNeedDrain) response.destroy()
      else if (response.writable) response.write(': \n\n')
    },
    close,
  }
}
