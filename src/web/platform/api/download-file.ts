import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { toApiError, unreachable } from './api-error.ts'
import { sendAsVisitor } from './call.ts'

/** Saves the response at an API path as a file; a plain link could not send the token. Throws `ApiError`. */
export async function downloadFile(path: string, filename: string): Promise<void> {
  const response = await sendAsVisitor(path, { headers: { accept: '*/*' } }).catch(() => undefined)
  if (response === undefined) throw unreachable(readerLanguage())
  if (!response.ok) throw await toApiError(response, readerLanguage())
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has started reading the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
