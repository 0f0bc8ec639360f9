import type { TestApp } from './app.ts'

export type ResellerAnswer = {
  status: number
  headers: Headers
  text: string
  /** Any answer: the test asserts it. */
  json: ReturnType<typeof JSON.parse>
}

/** Calls `/api/v2` with a form, as most clients do. */
export function makeReseller({ url }: Pick<TestApp, 'url'>, key: string) {
  return async (action: string, fields: Record<string, string | number> = {}): Promise<ResellerAnswer> => {
    const members = Object.entries({ key, action, ...fields }).map(([name, value]) => [name, String(value)])
    return readAnswer(await fetch(`${url}/api/v2`, { method: 'POST', body: new URLSearchParams(members) }))
  }
}

export async function readAnswer(response: Response): Promise<ResellerAnswer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type') === 'application/json'
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}
