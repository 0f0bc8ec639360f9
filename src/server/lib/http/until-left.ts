import type { ServerResponse } from 'node:http'

/** Aborted when whoever asked is gone before the answer is: a search that the next key made idle, a page that was left. */
export function untilLeft(answer: ServerResponse): AbortSignal {
  const left = new AbortController()
  const look = () => {
    if (!answer.writableFinished) left.abort()
  }
  if (answer.closed) look()
  else answer.once('close', look)
  return left.signal
}
