export const OTHER_PLATFORM = 'Other'

/** Every platform by name, in the order of spec §9, 'Other' last. */
export const platforms: readonly string[] = [
  'Facebook',
  'Instagram',
  'YouTube',
  'Twitter',
  'Telegram',
  'TikTok',
  'LinkedIn',
  'Pinterest',
  'Snapchat',
  'Reddit',
  'Twitch',
  'VK',
  'SoundCloud',
  'Spotify',
  'Vimeo',
  'Discord',
  'Threads',
  'WhatsApp',
  OTHER_PLATFORM,
]

/** The platforms with a page of their own, /services/{platform} (spec §2). */
export const featuredPlatforms = [
  'Instagram',
  'Facebook',
  'YouTube',
  'Twitter',
  'TikTok',
  'Telegram',
] as const
