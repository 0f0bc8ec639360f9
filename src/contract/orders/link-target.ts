import { platformOfLink } from '#contract/catalogue/platform-of-link.ts'

/** What a link leads to: a published item (post, video, track), or a profile (channel, page, group). Undefined if unclear. */
export type LinkTarget = { platform: string; kind: 'post' | 'profile' | undefined }

type Shapes = { post?: RegExp; profile?: RegExp }

/** Patterns for host and path, tried in the order post, profile. */
const shapes: Readonly<Record<string, Shapes>> = {
  Facebook: {
    post: /^fb\.watch\/|\/(?:posts|videos|photos?|reels?|watch|share|permalink|events)(?:[/?]|$)|\/(?:story|permalink|photo)\.php/,
    profile: /^[^/]+\/(?:groups\/)?[\w.-]+\/?$|\/(?:profile\.php|pages\/)/,
  },
  Instagram: { post: /\/(?:p|reels?|tv|stories)\/[^/]/, profile: /^[^/]+\/[\w.]+\/?$/ },
  YouTube: {
    post: /^youtu\.be\/[^/]|\/(?:watch|shorts\/|live\/|embed\/)/,
    profile: /\/(?:@|channel\/|c\/|user\/)[^/]/,
  },
  Twitter: { post: /\/status(?:es)?\/\d|\/i\/(?:spaces|broadcasts)\//, profile: /^[^/]+\/\w+\/?$/ },
  Telegram: { post: /\/(?:c\/\d+|s\/\w+|\w+)\/\d+/, profile: /^[^/]+\/(?:\+|joinchat\/|s\/)?[\w-]+\/?$/ },
  TikTok: { post: /^v[mt]\.tiktok|\/(?:video|photo|live|t|v)(?:\/|$)/, profile: /\/@[\w.]+\/?$/ },
  LinkedIn: {
    post: /\/(?:posts|feed\/update|pulse|events)\//,
    profile: /\/(?:in|company|school|showcase|groups)\//,
  },
  Pinterest: { post: /^pin\.it\/|\/pin\//, profile: /^[^/]+\/\w+\/?$/ },
  Snapchat: { post: /\/spotlight\//, profile: /\/(?:add\/|@)/ },
  Reddit: { post: /^redd\.it\/|\/comments\//, profile: /\/(?:r|u|user)\/\w+\/?$/ },
  Twitch: { post: /^clips\.|\/(?:videos|clip)\//, profile: /^[^/]+\/\w+\/?$/ },
  VK: { post: /\/(?:wall|photo|video|clip|story)-?\d|[?&][wz]=/, profile: /^[^/]+\/[\w.]+\/?$/ },
  SoundCloud: { post: /^on\.|^[^/]+\/[\w-]+\/[\w-]+/, profile: /^[^/]+\/[\w-]+\/?$/ },
  Spotify: { post: /\/(?:track|episode|album)\//, profile: /\/(?:artist|user|playlist|show)\// },
  Vimeo: { post: /\/(?:video\/)?\d+/, profile: /^[^/]+\/\w+\/?$/ },
  Discord: { profile: /\/[\w-]+/ },
  Threads: { post: /\/(?:post|t)\//, profile: /\/@[\w.]+\/?$/ },
  WhatsApp: { post: /\/channel\/\w+\/\d/, profile: /\/(?:channel\/)?\w+/ },
}

/** Undefined for text that is no link, or whose host is unknown. Linear in the text's length. */
export function targetOfLink(text: string): LinkTarget | undefined {
  const link = text.trim()
  const platform = platformOfLink(link)
  if (platform === undefined) return undefined
  const address = link.replace(/^https?:\/\//i, '').replace(/^(?:www|m|mobile)\./i, '')
  const { post, profile } = shapes[platform] ?? {}
  // Query and fragment don't matter for a profile: "?igsh=…" only says how it was shared.
  const [bare = ''] = address.split(/[?#]/, 1)
  if (post?.test(address)) return { platform, kind: 'post' }
  return { platform, kind: profile?.test(bare) ? 'profile' : undefined }
}
