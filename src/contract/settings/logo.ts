import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'

/** As wide and high as a header has room for, twice over for fine screens. */
export const LOGO_BOX = { width: 640, height: 192 }
/** As a picture of a ticket. */
export const LOGO_UPLOAD_BYTES_MAX = limits.attachmentBytes

export const logo = z.object({ url: z.string(), width: z.int(), height: z.int() })

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/api/admin/settings/logo',
  access: 'admin',
  needs: 'settings',
  summary:
    "The picture that stands for the brand's name, made anew from its pixels; one file, in place of any before",
  body: z.strictObject({}),
  files: { max: 1, bytes: LOGO_UPLOAD_BYTES_MAX },
  answer: { status: 200, schema: z.object({ success: z.literal(true), logo }) },
  errors: ['attachment_refused'],
})

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/api/admin/settings/logo',
  access: 'admin',
  needs: 'settings',
  summary: 'The name stands for itself again',
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: [],
})

export const readLogo = endpoint({
  method: 'GET',
  path: '/api/brand/logo/:hash',
  access: 'public',
  summary: 'The logo, by an address that changes with it: it may be kept for ever',
  params: z.object({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  answer: { status: 200, type: 'image/png' },
  errors: ['not_found'],
})
