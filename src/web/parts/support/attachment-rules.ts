import { limits } from '#contract/base/limits.ts'
import type { FileRules } from '#web/ui/fields/file-rules.ts'

const pictures = 'image/png,image/jpeg,image/gif,image/webp'

/** The types that the file inputs offer; the server checks the content. */
export const ticketFiles: FileRules = {
  accept: `${pictures},.pdf,.doc,.docx,.xls,.xlsx`,
  sizeMax: limits.attachmentBytes,
  countMax: limits.attachmentsMax,
}

/** Replies accept no spreadsheets (spec §6). */
export const replyFiles: FileRules = { ...ticketFiles, accept: `${pictures},.pdf,.doc,.docx` }

/** An empty file input yields an empty file. */
export function filesIn(data: FormData): File[] {
  return data.getAll('attachments').filter((entry) => entry instanceof File && entry.size > 0) as File[] // just filtered
}
