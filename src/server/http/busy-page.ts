import type { FastifyRequest } from 'fastify'

import { languages } from '#contract/languages.ts'
import { errors as en } from '#contract/words/en/errors.ts'
import { errors as ru } from '#contract/words/ru/errors.ts'
import { errors as vi } from '#contract/words/vi/errors.ts'

const words = { en, vi, ru }
const sentences = languages.map((language) => `<p lang="${language}">${words[language].unavailable}</p>`)

/**
 * What a browser shows where a page is refused with `unavailable`: the sentence, in every language, since what knows which
 * is meant is what is not asked now. With a `refresh` header it is gone as soon as the page can be had.
 */
export const busyPage = [
  '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  '<meta name="color-scheme" content="light dark"><title>503</title>',
  ...sentences,
].join('\n')

/** A person looks at the answer; what a page's scripts ask for takes JSON. */
export function isPageWanted({ method, headers, url, routeOptions }: FastifyRequest): boolean {
  const isPage = method === 'GET' && routeOptions.url === '/*' && !/^\/api(?:[/?]|$)/.test(url)
  return isPage && headers.accept?.includes('text/html') === true
}
