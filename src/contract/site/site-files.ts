import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { languages } from '#contract/base/languages.ts'

/** Files for search engines, installed web apps and link previews. */

export const getSitemap = endpoint({
  method: 'GET',
  path: '/sitemap.xml',
  access: 'public',
  summary: 'Every page for search engines, with its languages',
  answer: { status: 200, type: 'application/xml' },
  errors: [],
})

export const getRobots = endpoint({
  method: 'GET',
  path: '/robots.txt',
  access: 'public',
  summary: 'What search engines may not read, and where the sitemap is',
  answer: { status: 200, type: 'text/plain' },
  errors: [],
})

/** RFC 9116. */
export const getSecurityTxt = endpoint({
  method: 'GET',
  path: '/.well-known/security.txt',
  access: 'public',
  summary: 'Where to report a security vulnerability of this site',
  answer: { status: 200, type: 'text/plain' },
  errors: [],
})

export const getManifest = endpoint({
  method: 'GET',
  path: '/manifest.webmanifest',
  access: 'public',
  summary: 'The web app manifest, with the brand',
  answer: { status: 200, type: 'application/manifest+json' },
  errors: [],
})

/** 1200 by 630 pixels, the size of link previews. */
export const getCard = endpoint({
  method: 'GET',
  path: '/pictures/card/:language',
  access: 'public',
  summary: 'The link preview of the site, made from the brand',
  params: z.object({ language: z.enum(languages) }),
  answer: { status: 200, type: 'image/png' },
  errors: [],
})

export const iconSizes = ['180', '192', '512'] as const

export const getIcon = endpoint({
  method: 'GET',
  path: '/pictures/icon/:size',
  access: 'public',
  summary: 'The icon of the brand, a square of `size` pixels',
  params: z.object({ size: z.enum(iconSizes) }),
  answer: { status: 200, type: 'image/png' },
  errors: ['not_found'],
})
