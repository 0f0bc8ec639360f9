import { limits } from '#contract/base/limits.ts'
import type { FileRules } from '#web/ui/fields/file-rules.ts'

const pictures = 'image/png,image/jpeg,image/gif,image/webp'

/** What the boxes let one choose; the server judges by the content. */
export const ticketFiles: FileRules = {
  accept: `${pictures},.pdf,.doc,.docx,.xls,.xlsx`,
  sizeMax: limits.attachmentBytes,
  countMax: limits.attachmentsMax,
}

/** Replies take no tables (spec §6). */
export const replyFiles: FileRules = { ...ticketFiles, accept: `${pictures},.pdf,.doc,.docx` }

/** A box in which nothing was chosen brings an empty file along. */
export function filesIn(data: FormData): File[] {
  return data.getAll('attachments').filter((entry) => entry instanceof File && entry.size > 0) as File[] // just filtered
}
