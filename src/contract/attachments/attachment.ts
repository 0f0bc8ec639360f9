import * as z from 'zod/mini'

import { bigId } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'

/** A file that a user uploaded. */
export const attachment = z.object({ id: bigId, name: z.string(), type: z.string(), bytes: z.int() })
export type Attachment = z.output<typeof attachment>

/** For calls that take files. */
export const attachedFiles = { max: limits.attachmentsMax, bytes: limits.attachmentBytes } as const
