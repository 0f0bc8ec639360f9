import { isPublicAddress, toLiteralAddress } from './public-address.ts'

export type CheckedUrl = { url: URL } | { refusal: string }

/**
 * Reads an address that an operator typed. Names are checked when they are resolved, at every connect; literal
 * addresses here. `allowedOrigin` is the one origin off the open internet that may be called: the sandbox's own.
 */
export function checkUrl(text: string, allowedOrigin?: string): CheckedUrl {
  const url = URL.parse(text)
  if (url === null) return { refusal: 'This is no web address' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { refusal: 'The address must begin with https:// or http://' }
  if (url.username !== '' || url.password !== '')
    return { refusal: 'The address must not hold a user name or a password' }
  if (allowedOrigin !== undefined && url.origin === allowedOrigin) return { url }
  const literal = toLiteralAddress(url.hostname)
  if (literal !== undefined && !isPublicAddress(literal)) return { refusal: notPublic }
  if (/^(.+\.)?localhost\.?$/i.test(url.hostname)) return { refusal: notPublic }
  return { url }
}

export const notPublic = 'This address does not lead to the open internet'
