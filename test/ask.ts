import { Agent, request } from 'undici'

export type Asked = {
  method: string
  headers?: Record<string, string>
  body?: string | undefined
}

/**
 * Without cookies, redirects and compression. Node's own fetch takes four times its CPU, and the tests make tens of
 * thousands of calls.
 */
const agent = new Agent()
const asFetch = { accept: '*/*', 'accept-language': '*', 'user-agent': 'node' }

/** One request over the network, and its whole answer as text. */
export async function ask(
  url: string,
  { method, headers, body }: Asked,
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await request(url, {
    dispatcher: agent,
    method,
    headers: { ...asFetch, ...headers },
    ...(body !== undefined && { body }),
  })
  const received = new Headers()
  for (const [name, value] of Object.entries(response.headers))
    for (const one of [value ?? []].flat()) received.append(name, one)
  return { status: response.statusCode, headers: received, text: await response.body.text() }
}
