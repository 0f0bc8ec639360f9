import { scrubKey, type Secrets } from './read-error.ts'

/** One `add`, word for word but for what is secret, each side cut: for a person to read. */
export type AddExchange = {
  request: string
  /** Undefined where none came. */
  answer: { status: number; body: string } | undefined
}

/** An answer of `add` has some 20 bytes, and a page of HTML says what it is in its first lines. */
const CHARACTERS_MAX = 4_096

export function toAddExchange(
  { fields, answer }: { fields: Readonly<Record<string, string>>; answer: AddExchange['answer'] },
  secrets: Secrets,
): AddExchange {
  // Made without the key, and a customer's text may still be one.
  const request = new URLSearchParams({ ...fields, action: 'add' }).toString()
  return {
    request: keep(request, secrets),
    answer: answer && { status: answer.status, body: keep(answer.body, secrets) },
  }
}

/** As the database takes it: no NUL, and no half of a character where it is cut. */
function keep(text: string, secrets: Secrets): string {
  const cut = scrubKey(text, secrets).replaceAll('\0', '\uFFFD').slice(0, CHARACTERS_MAX)
  return cut.toWellFormed()
}
