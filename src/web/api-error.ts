import { appText } from '#web/messages/en/app.ts'
import { say } from '#web/messages/text.ts'

type Facts = {
  status: number
  code: string
  message?: string | undefined
  fields?: Record<string, string | number> | undefined
  requestId?: string | undefined
}

/** What the API answered instead of what was asked for. `message` can be shown as it is. */
export class ApiError extends Error {
  /** 0 where no answer came. */
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string | number>>
  readonly requestId: string | undefined

  constructor({ status, code, message, fields, requestId }: Facts) {
    super(message ?? say(appText, 'serverError'))
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields ?? {}
    this.requestId = requestId
  }
}

/** No response came at all (spec §8). */
export function unreachable(): ApiError {
  return new ApiError({ status: 0, code: 'unreachable', message: say(appText, 'unableToConnect') })
}

/** Reads an error body; where there is none of ours (a proxy's page), the sentence is 'Server error'. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message, fields, requestId } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as Record<string, unknown>
  return new ApiError({
    status: response.status,
    code: typeof code === 'string' ? code : 'server_error',
    message: typeof message === 'string' && message !== '' ? message : undefined,
    fields: isFields(fields) ? fields : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  })
}

function isFields(value: unknown): value is Record<string, string | number> {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every((field) => typeof field === 'string' || typeof field === 'number')
}

/** The sentence to show for anything that was thrown. */
export function messageOf(error: unknown, fallback: string = say(appText, 'serverError')): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback
}
