import { createHash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { languages } from '#contract/base/languages.ts'
import { errors as en } from '#contract/words/en/errors.ts'
import { errors as ru } from '#contract/words/ru/errors.ts'
import { errors as vi } from '#contract/words/vi/errors.ts'

const words = { en, vi, ru }
const sentences = languages.map((language) => `<p lang="${language}">${words[language].unavailable}</p>`)

/** Styled like the other pages, without loading their styles. */
const styles = `:root{color-scheme:light dark;background:light-dark(#f5f4ee,#0d1416);color:light-dark(#12211f,#e8edea);font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:16vh auto 0;padding:0 1.25rem}
p{margin:0;padding:1rem 0;border-top:1px solid light-dark(#dad8cc,#263338)}
p:first-child{border-top:4px solid light-dark(#0b5563,#5cc1d0)}`

/**
 * The page for a refusal with `unavailable`, in all languages: the language isn't known without the app. A `refresh` header
 * loads the page again.
 */
export const busyPage = [
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  `<title>503</title><style>${styles}</style><main>`,
  ...sentences,
].join('\n')

/** Allows its own styles and nothing else. */
export const busyPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** True for page loads; requests of scripts accept JSON. */
export function isPageWanted({ method, headers, url, routeOptions }: FastifyRequest): boolean {
  const isPage = method === 'GET' && routeOptions.url === '/*' && !/^\/api(?:[/?]|$)/.test(url)
  return isPage && headers.accept?.includes('text/html') === true
}
