import type { ServerResponse } from 'node:http'

export type Answer = { status: number; headers: Record<string, string>; body: string | Buffer }

/** Exactly `application/json`, without a charset: known clients of the panel protocol compare the whole value. */
export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

export function htmlAnswer(body: string, status = 200): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

export function send(response: ServerResponse, answer: Answer): void {
  // The client may have disconnected during a slow answer.
  if (response.destroyed || response.headersSent) return
  response.writeHead(answer.status, {
    ...answer.headers,
    'content-length': String(Buffer.byteLength(answer.body)),
    'cache-control': 'no-store',
  })
  response.end(answer.body)
}
