import { platformOfLink } from '#contract/catalogue/platform-of-link.ts'
import { OTHER_PLATFORM, platforms } from '#contract/catalogue/platforms.ts'

/** Blanks, controls, what is not seen, half characters, and what browsers take for a slash: no link has them. */
const unusable = /[\s\p{Cc}\p{Cf}\p{Cs}\\]/u
const scheme = /^[a-z][a-z0-9+.-]*:/i
/** Nobody's user name and password stand in it: those are for nobody to know, and deceive about the host. */
const webAddress =
  /^https?:\/\/(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/iu
const bareAddress = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}(?:[/?#]|$)/u
const userName = /^@?[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]{0,99}$/u

/** Where a name is more than a name, or says nothing: links to these are addresses then. */
const userNamesOf: Readonly<Record<string, RegExp | undefined>> = {
  LinkedIn: undefined,
  Reddit: /^(?:@|\/?[ru]\/)?\w[\w-]{0,99}$/,
  Spotify: undefined,
  WhatsApp: /^\+?\d{5,15}$/,
}

/**
 * Whether a text, trimmed, may be what an order of that platform's service is for (api.md, "Links"): a web address, or
 * without a scheme a user name or an address of the platform itself, such as `t.me/+…`. Of a platform that we do not
 * know, any name and any address may be one. Linear in the text's length.
 */
export function isLink(text: string, platform: string): boolean {
  if (unusable.test(text)) return false
  if (scheme.test(text)) return webAddress.test(text)
  const known = platforms.find((name) => name.toLowerCase() === platform.toLowerCase()) ?? OTHER_PLATFORM
  if (known === OTHER_PLATFORM) return userName.test(text) || bareAddress.test(text)
  const ownNames = known in userNamesOf ? userNamesOf[known] : userName
  return platformOfLink(text) === known || ownNames?.test(text) === true
}

/** The platform of a link that is not the one its service is for; a link that gives none away may fit. */
export function foreignPlatformOf(link: string, platform: string): string | undefined {
  const linked = platformOfLink(link)
  return linked === undefined || linked === platform || platform === OTHER_PLATFORM ? undefined : linked
}

/**
 * One spelling of a link, for comparing those of two lists: without its scheme, a leading `www.`, slashes at its end,
 * and with the host in small letters. What follows the host is left as it is: it may mean another thing there.
 */
export function toLinkKey(text: string): string {
  const rest = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
  const slash = rest.indexOf('/')
  if (slash === -1) return rest
  let end = rest.length
  while (end > slash && rest[end - 1] === '/') end -= 1
  return rest.slice(0, slash).toLowerCase() + rest.slice(slash, end)
}
