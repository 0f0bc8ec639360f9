export const OTHER_PLATFORM = 'Other'

/** All platforms in the order of spec §9, 'Other' last. */
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

/** Platforms with their own page, /services/{platform} (spec §2). */
export const featuredPlatforms = [
  'Instagram',
  'Facebook',
  'YouTube',
  'Twitter',
  'TikTok',
  'Telegram',
] as const
