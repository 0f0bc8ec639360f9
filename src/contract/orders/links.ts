import { platformOfLink } from '#contract/catalogue/platform-of-link.ts'
import { OTHER_PLATFORM, platforms } from '#contract/catalogue/platforms.ts'

/** Never part of a link: whitespace, control and invisible characters, lone surrogates, and backslashes. */
const unusable = /[\s\p{Cc}\p{Cf}\p{Cs}\\]/u
const scheme = /^[a-z][a-z0-9+.-]*:/i
/** Without user name and password: they are secret, and could hide the real host. */
const webAddress =
  /^https?:\/\/(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/iu
const bareAddress = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}(?:[/?#]|$)/u
const userName = /^@?[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]{0,99}$/u

/** Platforms whose user names have another form, or (undefined) that require a full URL. */
const userNamesOf: Readonly<Record<string, RegExp | undefined>> = {
  LinkedIn: undefined,
  Reddit: /^(?:@|\/?[ru]\/)?\w[\w-]{0,99}$/,
  Spotify: undefined,
  WhatsApp: /^\+?\d{5,15}$/,
}

/**
 * Whether a trimmed text can be the link of an order for a platform (api.md, "Links"): a web address, or without a scheme a
 * user name or an address of that platform, such as `t.me/+…`. For unknown platforms any name or address is accepted. Linear
 * in the text's length.
 */
export function isLink(text: string, platform: string): boolean {
  if (unusable.test(text)) return false
  if (scheme.test(text)) return webAddress.test(text)
  const known = platforms.find((name) => name.toLowerCase() === platform.toLowerCase()) ?? OTHER_PLATFORM
  if (known === OTHER_PLATFORM) return userName.test(text) || bareAddress.test(text)
  const ownNames = known in userNamesOf ? userNamesOf[known] : userName
  return platformOfLink(text) === known || ownNames?.test(text) === true
}

/** The link's platform if it is another one than the service's; undefined if it fits or is unknown. */
export function foreignPlatformOf(link: string, platform: string): string | undefined {
  const linked = platformOfLink(link)
  return linked === undefined || linked === platform || platform === OTHER_PLATFORM ? undefined : linked
}

/**
 * A normalized link for comparison: without scheme, leading `www.` and trailing slashes, the host in lower case. The path
 * keeps its case, which may matter.
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
