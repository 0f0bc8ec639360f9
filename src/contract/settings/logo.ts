import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'

/** Twice the space in the header, for high-resolution screens. */
export const LOGO_BOX = { width: 640, height: 192 }
export const LOGO_UPLOAD_BYTES_MAX = limits.attachmentBytes

export const logo = z.object({ url: z.string(), width: z.int(), height: z.int() })

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/api/admin/settings/logo',
  access: 'admin',
  needs: 'settings',
  summary:
    "The picture shown instead of the brand's name, re-encoded from its pixels; one file, replacing any before",
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
  summary: 'Removes the logo; the name is shown again',
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: [],
})

export const readLogo = endpoint({
  method: 'GET',
  path: '/api/brand/logo/:hash',
  access: 'public',
  summary: 'The logo, at an address that changes with it, so it may be cached forever',
  params: z.object({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  answer: { status: 200, type: 'image/png' },
  errors: ['not_found'],
})
