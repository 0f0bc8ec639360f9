import type { SandboxProvider } from '#sandbox/provider/start-provider.ts'

/** For tests: one call of the panel protocol, like a client's. */
export async function postPanel(
  { url, key }: Pick<SandboxProvider, 'url' | 'key'>,
  fields: Record<string, string | number>,
  signal?: AbortSignal,
): Promise<Response> {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
  const body = new URLSearchParams([['key', key], ...texts])
  return fetch(`${url}/api/v2`, { method: 'POST', body, ...(signal && { signal }) })
}

export async function callPanel(
  provider: Pick<SandboxProvider, 'url' | 'key'>,
  fields: Record<string, string | number>,
): Promise<unknown> {
  const response = await postPanel(provider, fields)
  return response.json()
}

/** For tests: one control call of either server. */
export async function control(
  url: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${url}/sandbox/${path}`, init)
  return { status: response.status, body: await response.json() }
}

/** For tests: the id of a plain service that accepts both a hundred and a thousand. */
export async function findPlainService(provider: Pick<SandboxProvider, 'url' | 'key'>): Promise<string> {
  const list = (await callPanel(provider, { action: 'services' })) as Offered[] // the sandbox's own list
  const plain = list.find(
    ({ type, min, max }) => type === 'Default' && Number(min) <= 100 && Number(max) >= 1000,
  )
  return String(plain?.service)
}

type Offered = { service: number; type: string; min: string; max: string }
