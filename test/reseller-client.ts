import { type Members, sendCall } from '#client/tally-and-reach.ts'

import type { TestApp } from './app.ts'

export type ResellerAnswer = {
  status: number
  headers: Headers
  text: string
  /** Any body: tests assert its shape. */
  json: ReturnType<typeof JSON.parse>
}

/** Makes each call once, and returns the answer. */
export function makeReseller({ url }: Pick<TestApp, 'url'>, key: string) {
  return async (action: string, members?: Members): Promise<ResellerAnswer> =>
    readAnswer(await sendCall({ url, key }, action, members))
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
