import { OTHER_PLATFORM } from './platforms.ts'

/**
 * Platforms in the order of `platforms`, with the words that identify them in a service's name. A word matches at the start
 * of a word ("tiktok" matches "TikTokers"); `whole` words only match as a whole ("x" does not match "max").
 */
const keywords: readonly { platform: string; words: readonly string[]; whole?: readonly string[] }[] = [
  { platform: 'Facebook', words: ['facebook'], whole: ['fb'] },
  { platform: 'Instagram', words: ['instagram'], whole: ['ig', 'igtv'] },
  { platform: 'YouTube', words: ['youtube'], whole: ['yt'] },
  { platform: 'Twitter', words: ['twitter'], whole: ['x'] },
  { platform: 'Telegram', words: ['telegram'] },
  { platform: 'TikTok', words: ['tiktok', 'tik tok'] },
  { platform: 'LinkedIn', words: ['linkedin'] },
  { platform: 'Pinterest', words: ['pinterest'] },
  { platform: 'Snapchat', words: ['snapchat'] },
  { platform: 'Reddit', words: ['reddit'] },
  { platform: 'Twitch', words: ['twitch'] },
  { platform: 'VK', words: ['vkontakte'], whole: ['vk'] },
  { platform: 'SoundCloud', words: ['soundcloud'] },
  { platform: 'Spotify', words: ['spotify'] },
  { platform: 'Vimeo', words: ['vimeo'] },
  { platform: 'Discord', words: ['discord'] },
  { platform: 'Threads', words: ['threads'] },
  { platform: 'WhatsApp', words: ['whatsapp'] },
]

let matchers: readonly { platform: string; pattern: RegExp }[] | undefined

/** Compiled when the first name is read, like the patterns of sold-thing.ts. */
function getMatchers() {
  matchers ??= keywords.map(({ platform, words, whole = [] }) => ({
    platform,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${[...words, ...whole.map((word) => `${word}(?![\\p{L}\\p{N}])`)].join('|')})`,
      'iu',
    ),
  }))
  return matchers
}

/**
 * Guesses a service's platform from its name, else from its category. The first one named wins ("YouTube views from Facebook"
 * is YouTube); 'Other' without any.
 */
export function guessPlatform(name: string, category = ''): string {
  return namedFirst(name) ?? namedFirst(category) ?? OTHER_PLATFORM
}

function namedFirst(text: string): string | undefined {
  // Styled letters (𝐈𝐧𝐬𝐭𝐚𝐠𝐫𝐚𝐦) are common in providers' names; NFKC makes them plain. It sorts runs of
  // combining marks in quadratic time, so those are removed first.
  const plain = text.replace(/\p{M}+/gu, '').normalize('NFKC')
  let best: { platform: string; at: number } | undefined
  for (const { platform, pattern } of getMatchers()) {
    const at = plain.search(pattern)
    if (at >= 0 && (best === undefined || at < best.at)) best = { platform, at }
  }
  return best?.platform
}
