// Longer than most: a table.

/**
 * The contents of the built-in catalogue. `share` is a platform's share of services in a thousand; a kind is [noun,
 * dollars per 1000 in the middle of the market, maximum quantity, type, tags]. Tags: r refills, c cancels, d drip-feed.
 */
export type Kind = readonly [noun: string, rate: number, max: number, type: string, tags: string]
export type Platform = { name: string; icon: string; share: number; kinds: readonly Kind[] }

export const PLATFORMS: readonly Platform[] = [
  {
    name: 'Instagram',
    icon: '📸',
    share: 230,
    kinds: [
      ['Followers', 1.1, 500_000, 'Default', 'rcd'],
      ['Likes', 0.28, 300_000, 'Default', 'rcd'],
      ['Views', 0.02, 50_000_000, 'Default', 'd'],
      ['Reel Views', 0.03, 20_000_000, 'Default', 'cd'],
      ['Story Views', 0.12, 100_000, 'Default', ''],
      ['Custom Comments', 9.5, 5_000, 'Custom Comments', 'c'],
      ['Random Comments', 4.2, 10_000, 'Default', ''],
      ['Comment Likes', 1.9, 20_000, 'Comment Likes', ''],
      ['Comment Replies', 12, 1_000, 'Comment Replies', ''],
      ['Saves', 0.09, 200_000, 'Default', 'd'],
      ['Profile Visits', 0.07, 1_000_000, 'Default', ''],
      ['Mentions', 2.6, 100_000, 'Mentions', ''],
      ['Mentions [Hashtag]', 2.9, 50_000, 'Mentions Hashtag', ''],
      ['Mentions [Custom List]', 2.4, 20_000, 'Mentions Custom List', ''],
      ['Mentions [User Followers]', 2.2, 50_000, 'Mentions User Followers', ''],
      ['Mentions [Media Likers]', 2.3, 50_000, 'Mentions Media Likers', ''],
      ['Mentions [Usernames + Hashtags]', 3.1, 20_000, 'Mentions with Hashtags', ''],
      ['Auto Likes [Subscription]', 0.45, 20_000, 'Subscriptions', 'c'],
      ['Auto Views [Subscription]', 0.05, 500_000, 'Subscriptions', 'c'],
    ],
  },
  {
    name: 'TikTok',
    icon: '🎵',
    share: 165,
    kinds: [
      ['Followers', 1.6, 200_000, 'Default', 'rcd'],
      ['Likes', 0.35, 250_000, 'Default', 'rcd'],
      ['Views', 0.004, 100_000_000, 'Default', 'd'],
      ['Shares', 0.08, 5_000_000, 'Default', 'd'],
      ['Saves', 0.06, 1_000_000, 'Default', ''],
      ['Live Stream Views [30 Minutes]', 3.4, 20_000, 'Default', ''],
      ['Custom Comments', 11, 2_000, 'Custom Comments', ''],
      ['Comment Likes', 0.9, 30_000, 'Comment Likes', ''],
      ['Battle Points', 0.18, 1_000_000, 'Default', ''],
    ],
  },
  {
    name: 'YouTube',
    icon: '▶️',
    share: 165,
    kinds: [
      ['Views', 1.45, 10_000_000, 'Default', 'rcd'],
      ['Shorts Views', 0.9, 5_000_000, 'Default', 'rd'],
      ['Subscribers', 14, 50_000, 'Default', 'rc'],
      ['Likes', 0.75, 500_000, 'Default', 'rd'],
      ['Watch Time [60 Minutes+ Video]', 18, 4_000, 'Default', 'rc'],
      ['Custom Comments', 7.2, 5_000, 'Custom Comments', ''],
      ['Comment Likes', 1.3, 10_000, 'Comment Likes', ''],
      ['Live Stream Views [60 Minutes]', 2.2, 50_000, 'Default', ''],
      ['Community Poll Votes', 1.4, 100_000, 'Poll', ''],
      ['Shares', 0.55, 200_000, 'Default', ''],
      ['SEO Views [Keywords]', 3.8, 100_000, 'SEO', 'c'],
    ],
  },
  {
    name: 'Telegram',
    icon: '✈️',
    share: 115,
    kinds: [
      ['Channel Members', 0.85, 100_000, 'Default', 'rc'],
      ['Post Views', 0.006, 5_000_000, 'Default', 'd'],
      ['Reactions 👍 ❤️ 🔥 🎉', 0.12, 500_000, 'Default', ''],
      ['Reactions 👎 😢 💩', 0.13, 500_000, 'Default', ''],
      ['Premium Members [30 Days]', 9.8, 10_000, 'Default', 'c'],
      ['Custom Comments', 16, 1_000, 'Custom Comments', ''],
      ['Poll Votes', 0.9, 50_000, 'Poll', ''],
      ['Group Members [From Groups]', 3.2, 5_000, 'Invites from Groups', 'c'],
      ['Future Post Views [Subscription]', 0.02, 100_000, 'Subscriptions', 'c'],
    ],
  },
  {
    name: 'Facebook',
    icon: '👍',
    share: 125,
    kinds: [
      ['Page Likes', 2.4, 100_000, 'Default', 'rc'],
      ['Page Followers', 1.5, 500_000, 'Default', 'rc'],
      ['Profile Followers', 1.38, 1_000_000, 'Default', 'rc'],
      ['Post Likes', 0.9, 50_000, 'Default', 'd'],
      ['Post Reactions [Love ❤️]', 1.7, 20_000, 'Default', ''],
      ['Video Views', 0.25, 10_000_000, 'Default', 'd'],
      ['Group Members', 1.72, 100_000, 'Default', 'c'],
      ['Custom Comments', 14, 1_000, 'Custom Comments', ''],
      ['Live Stream Views [90 Minutes]', 5.9, 2_000, 'Default', ''],
      ['Monetization Package [600K Minutes]', 24.5, 1, 'Package', ''],
    ],
  },
  {
    name: 'Twitter',
    icon: '🐦',
    share: 90,
    kinds: [
      ['Followers', 3.2, 100_000, 'Default', 'rc'],
      ['Likes', 1.9, 20_000, 'Default', 'rd'],
      ['Retweets', 2.8, 50_000, 'Default', 'd'],
      ['Tweet Views', 0.012, 10_000_000, 'Default', 'd'],
      ['Impressions', 0.02, 5_000_000, 'Default', ''],
      ['Poll Votes', 1.1, 50_000, 'Poll', ''],
      ['Custom Comments', 22, 500, 'Custom Comments', ''],
      ['Bookmarks', 0.9, 100_000, 'Default', ''],
    ],
  },
  {
    name: 'LinkedIn',
    icon: '💼',
    share: 9,
    kinds: [
      ['Followers', 9.2, 10_000, 'Default', 'r'],
      ['Post Likes', 7.5, 5_000, 'Default', ''],
      ['Connections', 15, 500, 'Default', ''],
    ],
  },
  {
    name: 'Pinterest',
    icon: '📌',
    share: 7,
    kinds: [
      ['Followers', 1.2, 50_000, 'Default', 'r'],
      ['Saves', 1.4, 50_000, 'Default', ''],
    ],
  },
  {
    name: 'Snapchat',
    icon: '👻',
    share: 6,
    kinds: [
      ['Followers', 12, 5_000, 'Default', ''],
      ['Spotlight Views', 2.1, 100_000, 'Default', ''],
    ],
  },
  {
    name: 'Reddit',
    icon: '🤖',
    share: 8,
    kinds: [
      ['Upvotes', 18, 1_000, 'Default', ''],
      ['Community Members', 6.5, 10_000, 'Default', 'c'],
      ['Custom Comments', 45, 200, 'Custom Comments', ''],
    ],
  },
  {
    name: 'Twitch',
    icon: '🎮',
    share: 9,
    kinds: [
      ['Followers', 1.3, 20_000, 'Default', 'r'],
      ['Live Viewers [2 Hours]', 11, 1_000, 'Default', ''],
      ['Clip Views', 0.16, 100_000, 'Default', ''],
    ],
  },
  {
    name: 'VK',
    icon: '🔵',
    share: 8,
    kinds: [
      ['Подписчики в группу', 2.1, 50_000, 'Default', 'r'],
      ['Лайки на пост', 0.55, 20_000, 'Default', ''],
      ['Просмотры записи', 0.03, 1_000_000, 'Default', ''],
    ],
  },
  {
    name: 'SoundCloud',
    icon: '☁️',
    share: 8,
    kinds: [
      ['Plays', 0.02, 10_000_000, 'Default', 'd'],
      ['Followers', 2.2, 20_000, 'Default', 'r'],
      ['Likes', 1.9, 20_000, 'Default', ''],
    ],
  },
  {
    name: 'Spotify',
    icon: '🎧',
    share: 18,
    kinds: [
      ['Free Plays', 0.28, 10_000_000, 'Default', 'rd'],
      ['Premium Plays', 0.9, 1_000_000, 'Default', 'r'],
      ['Followers', 1.39, 100_000, 'Default', 'r'],
      ['Monthly Listeners', 2.6, 100_000, 'Default', ''],
      ['Standard Package', 11.9025, 1, 'Package', ''],
    ],
  },
  {
    name: 'Vimeo',
    icon: '🎬',
    share: 4,
    kinds: [
      ['Views', 0.35, 1_000_000, 'Default', ''],
      ['Likes', 6.2, 1_000, 'Default', ''],
    ],
  },
  {
    name: 'Discord',
    icon: '💬',
    share: 9,
    kinds: [
      ['Server Members [Offline]', 3.4, 10_000, 'Default', 'r'],
      ['Server Members [Online 24/7]', 22, 2_000, 'Default', ''],
      ['Friend Requests', 14, 2_000, 'Default', ''],
    ],
  },
  {
    name: 'Threads',
    icon: '🧵',
    share: 8,
    kinds: [
      ['Followers', 2.6, 20_000, 'Default', 'r'],
      ['Likes', 1.2, 20_000, 'Default', ''],
      ['Reposts', 3.4, 5_000, 'Default', ''],
    ],
  },
  {
    name: 'WhatsApp',
    icon: '🟢',
    share: 6,
    kinds: [
      ['Channel Members', 4.1, 20_000, 'Default', 'r'],
      ['Channel Reactions 👍', 3.3, 5_000, 'Default', ''],
    ],
  },
  {
    name: 'Website',
    icon: '🌐',
    share: 10,
    kinds: [
      ['Traffic from Search', 0.42, 1_000_000, 'Web Traffic', 'd'],
      ['Traffic from a Referrer', 0.35, 1_000_000, 'Web Traffic', 'd'],
      ['Reviews Package [10 Custom]', 19, 1, 'Custom Comments Package', ''],
    ],
  },
]

/** What sellers add to names: origin and quality. */
export const SOURCES = [
  '',
  '',
  'Global',
  'Mixed',
  'Real',
  'HQ',
  'LQ',
  'Old Accounts',
  'Active Users',
  '🇺🇸 USA',
  '🇻🇳 Việt Nam',
  '🇧🇷 Brazil',
  '🇮🇳 India',
  '🇹🇷 Turkey',
  '🇩🇪 Germany',
  'Arab 🇸🇦',
  'Người dùng thật',
  'Реальные люди',
]
export const START_TIMES = [
  'Instant',
  'Start: 0-15 Minutes',
  'Start: 0-1 Hour',
  'Start 0-6H',
  'SuperInstant ⚡',
  'INSTANT START',
]
export const SPEEDS = [
  '500/Day',
  '1K/Day',
  '5K/Day',
  '10K/D',
  '50K/Day',
  '100-500/day',
  '1M/Day 🚀',
  '300-500k/hour',
]
export const REFILL_WORDS = [
  '30 Days Refill ♻️',
  'R30',
  '60 Days Guaranteed',
  '365 Days ♻️',
  'Lifetime Refill',
]
export const NO_REFILL_WORDS = ['No Refill ⚠️', 'Non Drop', 'Low Drop', 'Cheapest', '']
export const ORNAMENTS = ['⭐ ', '🔥', '💎 ', '[NEW] ', '✅ ', '- ', '+ ', '【VIP】', '  ', '★ ']
