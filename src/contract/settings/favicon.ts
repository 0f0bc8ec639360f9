import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { logo, LOGO_UPLOAD_BYTES_MAX } from './logo.ts'

/** The largest size in which the icon is served (contract/site/site-files.ts). */
export const FAVICON_BOX = { width: 512, height: 512 }

export const uploadFavicon = endpoint({
  method: 'POST',
  path: '/api/admin/settings/favicon',
  access: 'admin',
  needs: 'settings',
  summary:
    'The icon of browser tabs and installed apps, re-encoded from its pixels; one file, replacing any before',
  body: z.strictObject({}),
  files: { max: 1, bytes: LOGO_UPLOAD_BYTES_MAX },
  answer: { status: 200, schema: z.object({ success: z.literal(true), favicon: logo }) },
  errors: ['attachment_refused'],
})

export const removeFavicon = endpoint({
  method: 'DELETE',
  path: '/api/admin/settings/favicon',
  access: 'admin',
  needs: 'settings',
  summary: "Removes the icon; the product's own, in the brand's colour, is shown again",
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: [],
})

export const readFavicon = endpoint({
  method: 'GET',
  path: '/api/brand/favicon/:hash',
  access: 'public',
  summary: 'The icon, at an address that changes with it, so it may be cached forever',
  params: z.object({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  answer: { status: 200, type: 'image/png' },
  errors: ['not_found'],
})
