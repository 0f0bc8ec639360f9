import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { languages } from '#contract/base/languages.ts'

/** Files for search engines, installed web apps and link previews. */

export const getSitemap = endpoint({
  method: 'GET',
  path: '/sitemap.xml',
  access: 'public',
  summary: 'Every page that may be found, with its languages',
  answer: { status: 200, type: 'application/xml' },
  errors: [],
})

export const getRobots = endpoint({
  method: 'GET',
  path: '/robots.txt',
  access: 'public',
  summary: 'What search engines leave alone, and where the sitemap is',
  answer: { status: 200, type: 'text/plain' },
  errors: [],
})

/** RFC 9116. */
export const getSecurityTxt = endpoint({
  method: 'GET',
  path: '/.well-known/security.txt',
  access: 'public',
  summary: 'Whom to tell of a hole in the security of this site',
  answer: { status: 200, type: 'text/plain' },
  errors: [],
})

export const getManifest = endpoint({
  method: 'GET',
  path: '/manifest.webmanifest',
  access: 'public',
  summary: 'The site as an app of its own, by its brand',
  answer: { status: 200, type: 'application/manifest+json' },
  errors: [],
})

/** As large as those who show it want it: 1200 by 630. */
export const getCard = endpoint({
  method: 'GET',
  path: '/pictures/card/:language',
  access: 'public',
  summary: 'The picture that a link to the site is shown with, made from the brand',
  params: z.object({ language: z.enum(languages) }),
  answer: { status: 200, type: 'image/png' },
  errors: [],
})

export const iconSizes = ['180', '192', '512'] as const

export const getIcon = endpoint({
  method: 'GET',
  path: '/pictures/icon/:size',
  access: 'public',
  summary: 'The mark of the brand, a square of so many pixels',
  params: z.object({ size: z.enum(iconSizes) }),
  answer: { status: 200, type: 'image/png' },
  errors: [],
})
