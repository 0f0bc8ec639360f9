import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodePhpJson } from './php-json.ts'
import { signBody } from './sign.ts'
import type { SandboxGateway } from './start-gateway.ts'

export type Received = { text: string; body: Record<string, unknown>; isSigned: boolean }
export type Shop = {
  url: string
  received: Received[]
  /** Its responses to the next webhooks; the last one repeats. */
  answers: number[]
  stop: () => Promise<void>
}

/** For tests: a shop that receives webhooks, verifies each, and answers as configured. */
export async function makeShop({ key }: { key: string }): Promise<Shop> {
  const received: Received[] = []
  const answers = [200]
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => {
      const { sign, ...body } = JSON.parse(text) as Record<string, unknown> // the gateway's webhooks are objects
      received.push({ text, body, isSigned: signBody(encodePhpJson(body), key) === sign })
      response.writeHead((answers.length > 1 ? answers.shift() : answers[0]) ?? 200).end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    answers,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** For tests: a signed call, like a shop's. */
export async function postSigned(
  gateway: Pick<SandboxGateway, 'url' | 'merchant' | 'key'>,
  path: 'payment' | 'payment/info',
  members: Record<string, unknown>,
): Promise<{ status: number; body: { state: number; result: Record<string, unknown>; errors?: unknown } }> {
  const body = JSON.stringify(members)
  const response = await fetch(`${gateway.url}/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      merchant: gateway.merchant,
      sign: signBody(body, gateway.key),
    },
    body,
  })
  // Tests check the members that they need.
  return {
    status: response.status,
    body: (await response.json()) as Awaited<ReturnType<typeof postSigned>>['body'],
  }
}
