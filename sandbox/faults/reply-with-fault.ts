import { setTimeout as sleep } from 'node:timers/promises'
import { htmlAnswer, jsonAnswer, send, type Answer } from '#sandbox/http/send.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import type { CallFaultKind, Fault } from './fault-kinds.ts'

/** An HTML error page like one of a proxy in front of a provider. */
const HTML_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1></body></html>\n'

/**
 * Answers one call, with its fault or normally. `take` executes the call and returns its answer; `repeatEarlier`
 * returns the answer of an earlier call, if there was one. See the table in fault-kinds.ts.
 */
export async function replyWithFault({
  exchange,
  fault,
  take,
  repeatEarlier,
}: {
  exchange: Exchange
  fault: Fault<CallFaultKind> | undefined
  take: () => Answer
  repeatEarlier: () => Answer | undefined
}): Promise<void> {
  const { request, response, signal } = exchange
  if (!fault) return send(response, take())
  if (fault.kind === 'slow') {
    await sleep(fault.delay_ms, undefined, { signal, ref: false })
    return send(response, take())
  }
  if (fault.kind === 'duplicate_id') {
    const earlier = repeatEarlier()
    const own = fault.taken || earlier === undefined ? take() : undefined
    return send(response, earlier ?? own ?? take())
  }

  const answer = fault.taken ? take() : undefined
  switch (fault.kind) {
    case 'accept_no_reply':
      return
    case 'accept_late_reply':
      await sleep(fault.delay_ms, undefined, { signal, ref: false })
      if (answer) send(response, answer)
      return
    case 'reset':
      request.socket.resetAndDestroy()
      return
    case 'html':
      return send(response, htmlAnswer(HTML_PAGE))
    case 'empty':
      return send(response, { status: 200, headers: { 'content-type': 'application/json' }, body: '' })
    case 'broken_json': {
      const whole = String((answer ?? jsonAnswer({ status: 'success' })).body)
      return send(response, { ...jsonAnswer(null), body: whole.slice(0, Math.ceil(whole.length / 2)) })
    }
    case 'refusal':
      return send(response, jsonAnswer({ error: fault.text ?? 'Your order was not accepted by moderation' }))
    case 'status_429': {
      const refusal = jsonAnswer({ error: 'Too many requests' }, 429)
      return send(response, { ...refusal, headers: { ...refusal.headers, 'retry-after': '1' } })
    }
    case 'error_500_before':
    case 'error_500_after':
      return send(response, htmlAnswer('<h1>500 Internal Server Error</h1>\n', 500))
    case 'error_502_after':
      return send(response, htmlAnswer('<h1>502 Bad Gateway</h1>\n', 502))
  }
}
