const hosts: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)(facebook\.com|fb\.com|fb\.watch|fb\.me)$/, 'Facebook'],
  [/(^|\.)(instagram\.com|instagr\.am)$/, 'Instagram'],
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'YouTube'],
  [/(^|\.)(twitter\.com|x\.com|t\.co)$/, 'Twitter'],
  [/(^|\.)(t\.me|telegram\.me|telegram\.org)$/, 'Telegram'],
  [/(^|\.)tiktok\.com$/, 'TikTok'],
  [/(^|\.)linkedin\.com$/, 'LinkedIn'],
  [/(^|\.)(pinterest\.[a-z]{2,3}(\.[a-z]{2,3})?|pin\.it)$/, 'Pinterest'],
  [/(^|\.)snapchat\.com$/, 'Snapchat'],
  [/(^|\.)(reddit\.com|redd\.it)$/, 'Reddit'],
  [/(^|\.)twitch\.tv$/, 'Twitch'],
  [/(^|\.)(vk\.com|vk\.ru)$/, 'VK'],
  [/(^|\.)soundcloud\.com$/, 'SoundCloud'],
  [/(^|\.)spotify\.com$/, 'Spotify'],
  [/(^|\.)vimeo\.com$/, 'Vimeo'],
  [/(^|\.)(discord\.com|discord\.gg)$/, 'Discord'],
  [/(^|\.)threads\.(net|com)$/, 'Threads'],
  [/(^|\.)(whatsapp\.com|wa\.me)$/, 'WhatsApp'],
]

/** The platform a link points to, or undefined for a bare name or an unknown host. */
export function platformOfLink(link: string): string | undefined {
  const trimmed = link.trim()
  const host = /^(?:https?:\/\/)?([a-z0-9.-]+\.[a-z]{2,})(?:[/:?#]|$)/i.exec(trimmed)?.[1]?.toLowerCase()
  if (host === undefined) return undefined
  return hosts.find(([pattern]) => pattern.test(host))?.[1]
}
