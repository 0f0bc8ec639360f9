import { makeId } from '#web/platform/api/make-id.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * One idempotency key per filled form: submitting again after a failure or a reload is the same order, payment or
 * message; a changed form gets a new key. Stored with the form's draft, in this tab, per user.
 */
export function makeIntent(name: string, owner: number, store: Store = sessionStorage) {
  const entry = `intent:${owner}:${name}`
  return {
    keyFor(body: object): string {
      const filled = JSON.stringify(body, toKept)
      const kept = read(store.getItem(entry))
      if (kept?.filled === filled) return kept.key
      const key = makeId()
      store.setItem(entry, JSON.stringify({ filled, key }))
      return key
    },
    /** Call after success: the same form filled in again is a new intent. */
    forget: () => store.removeItem(entry),
  }
}

/** What identifies a chosen file. */
function toKept(_name: string, value: unknown): unknown {
  if (value instanceof File) return [value.name, value.size, value.lastModified]
  return typeof value === 'bigint' ? `${value}` : value
}

function read(text: string | null): { filled: string; key: string } | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as { filled: string; key: string }) // written by keyFor alone
  } catch {
    return undefined
  }
}
