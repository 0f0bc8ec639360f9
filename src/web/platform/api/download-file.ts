import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { toApiError, unreachable } from './api-error.ts'
import { sendAsVisitor } from './call.ts'

/** Saves what is behind a path of the API as a file; a link could not say who asks. Throws `ApiError`. */
export async function downloadFile(path: string, filename: string): Promise<void> {
  const response = await sendAsVisitor(path, { headers: { accept: '*/*' } }).catch(() => undefined)
  if (response === undefined) throw unreachable(readerLanguage())
  if (!response.ok) throw await toApiError(response, readerLanguage())
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
