import type { Language } from '#contract/base/languages.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { say, sayIn } from '#web/platform/i18n/text.ts'

type Facts = {
  status: number
  code: string
  message?: string | undefined
  fields?: Record<string, string> | undefined
  details?: unknown
  requestId?: string | undefined
  /** The unexpected response, for 'invalid_answer'. */
  answer?: unknown
}

/**
 * An error response of the API. `message` and `fields` can be shown unchanged; an empty message leaves the sentence to
 * the caller (`messageOf`).
 */
export class ApiError extends Error {
  /** 0 if no response came. */
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  /** The details of the code, as they were sent. */
  readonly details: unknown
  readonly requestId: string | undefined
  readonly answer: unknown
  /** An earlier attempt got no answer: the request may have been carried out (make-call.ts). */
  mayBeDone = false

  constructor({ status, code, message, fields, details, requestId, answer }: Facts) {
    super(message ?? '')
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields ?? {}
    this.details = details
    this.requestId = requestId
    this.answer = answer
  }
}

/** No response came at all (spec §8). */
export function unreachable(language: Language): ApiError {
  return new ApiError({
    status: 0,
    code: 'unreachable',
    message: sayIn(language, commonText, 'unableToConnect'),
  })
}

/** Parses an error body. A body that is not from the API (a proxy's page) leaves the message empty. */
export async function toApiError(response: Response, language: Language): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const code = typeof sent.code === 'string' ? sent.code : 'server_error'
  const words = await loadWords()
  // A newer server may send codes that this page does not know: then its own message is shown.
  const fields = { ...textsIn(sent.fields), ...words?.saySentFields(language, sent.field_codes) }
  return new ApiError({
    status: response.status,
    code,
    message:
      words?.saySentRefusal(language, code, sent.details) ?? Object.values(fields)[0] ?? textIn(sent.message),
    fields: sent.field_codes === undefined ? {} : fields,
    details: sent.details,
    requestId: textIn(sent.requestId),
  })
}

/** Loaded on the first refusal, not with every page; without them the server's own message is shown. */
async function loadWords() {
  try {
    const [{ saySentRefusal }, { saySentFields }] = await Promise.all([
      import('#web/platform/i18n/say-refusal.ts'),
      import('#web/platform/i18n/say-fields.ts'),
    ])
    return { saySentRefusal, saySentFields }
  } catch {
    return undefined
  }
}

function textsIn(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The message to show for any thrown value. */
export function messageOf(error: unknown, fallback: string = say(commonText, 'serverError')): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback
}
