import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

import { areTooMany, hasChanges, type LiveChanges, noChanges, readChanges } from './live-changes.ts'
import type { LiveReads } from './live-reads.ts'

export type LiveConnection = {
  readonly sessionId: string
  /** Notes a change, which is read and sent after the current batch. */
  note(change: (changes: LiveChanges) => void): void
  /** Closes it if the session has ended. */
  recheck(): Promise<void>
  beat(): void
  close(): void
}

/** The browsers' delay before they reconnect. */
const RETRY_MS = 2_000
const DRAIN_MS = 10_000

/** One open page. Reads one batch of changes at a time, so that a burst of events takes few statements. */
export function openLiveConnection({
  ctx,
  reads,
  sessionId,
  authorization,
  response,
}: {
  ctx: Context
  reads: LiveReads
  sessionId: string
  authorization: string | undefined
  response: ServerResponse
}): LiveConnection {
  let changes = noChanges()
  let isSending = false

  const close = () => {
    if (response.writableEnded) return
    response.end()
    // A client that no longer reads would keep the connection open, which is no longer counted.
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
        for (const frame of await readChanges(ctx, { caller, changes: taken, reads })) await send(frame)
      }
    } catch (error) {
      giveUp(error)
    } finally {
      isSending = false
    }
  }

  /** Clients reconnect automatically and read the current state. */
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
      // A client that has not read since the last beat is disconnected.
      if (response.writableNeedDrain) response.destroy()
      else if (response.writable) response.write(': \n\n')
    },
    close,
  }
}
