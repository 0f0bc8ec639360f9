/** The platforms with their own page, `/services/{slug}` (spec §2). */
export const platformPages = [
  { slug: 'instagram', name: 'Instagram' },
  { slug: 'facebook', name: 'Facebook' },
  { slug: 'youtube', name: 'YouTube' },
  { slug: 'twitter', name: 'Twitter' },
  { slug: 'tiktok', name: 'TikTok' },
  { slug: 'telegram', name: 'Telegram' },
] as const
