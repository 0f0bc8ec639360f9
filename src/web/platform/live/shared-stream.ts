import type { StreamEvent } from './event-parser.ts'
import { keepReading, type LiveStream } from './live-stream.ts'

/** Broadcast to the other tabs when the stream is connected. */
const opened = 'opened'

/**
 * `keepReading` for all tabs that use one name, over one connection: browsers allow six per server over HTTP/1.1. The
 * tab that holds the lock reads and broadcasts; when it closes, another takes over. A tab that joins a connected stream
 * is notified immediately.
 */
export async function keepSharing({ name, ...stream }: LiveStream & { name: string }): Promise<void> {
  const { onEvent, onOpen, signal } = stream
  const channel = new BroadcastChannel(name)
  const hear = (told: StreamEvent | typeof opened) => (told === opened ? onOpen() : onEvent(told))
  channel.addEventListener('message', ({ data }) => hear(data))
  const share = (told: StreamEvent | typeof opened) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage(told)
    hear(told)
  }
  const read = () => keepReading({ ...stream, onEvent: share, onOpen: () => share(opened) })
  try {
    await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? onOpen() : read()))
    await navigator.locks.request(name, { signal }, read)
  } catch (error) {
    // Aborted while waiting for the lock.
    if (!signal.aborted) throw error
  } finally {
    channel.close()
  }
}
