import type { IncomingMessage } from 'node:http'
import { refuse } from './refusal.ts'

const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Control calls have no password, so they are closed to web pages: a page in a local browser can't reach them through a
 * name that resolves to loopback, nor post to them from another origin.
 */
export function guardControl(request: IncomingMessage): void {
  const host = URL.parse(`http://${request.headers.host ?? ''}`)
  if (!host || !LOOPBACK_NAMES.has(host.hostname)) refuse(403, 'Control calls are for 127.0.0.1 only.')
  const { origin } = request.headers
  if (origin !== undefined && origin !== host.origin) refuse(403, 'Control calls are not for web pages.')
}
