import { guessPlatform } from './guess-platform.ts'
import { OTHER_PLATFORM } from './platforms.ts'

/** What a service sells, as far as one word names it. */
export const soldKinds = [
  'followers',
  'subscribers',
  'members',
  'likes',
  'views',
  'comments',
  'shares',
  'reposts',
  'reactions',
  'saves',
  'plays',
  'votes',
] as const
export type SoldKind = (typeof soldKinds)[number]

/** `platform`: undefined if the name has none. */
export type SoldThing = { kind: SoldKind; platform: string | undefined }

const start = '(?<![\\p{L}\\p{N}])'
const end = '(?![\\p{L}\\p{N}])'

/** In the languages that most catalogues are written in. */
const words = {
  followers: 'followers?|theo dõi|подписчик\\p{L}*',
  subscribers: 'subscribers?|subs|đăng ký',
  members: 'members?|thành viên|участник\\p{L}*',
  likes: 'likes?|lượt thích|лайк\\p{L}*',
  views: 'views?|lượt xem|просмотр\\p{L}*',
  comments: 'comments?|bình luận|комментари\\p{L}*',
  shares: 'shares?|chia sẻ',
  reposts: 'reposts?|retweets?|репост\\p{L}*',
  reactions: 'reactions?|реакци\\p{L}*',
  saves: 'saves?|сохранени\\p{L}*',
  plays: 'plays?|прослушивани\\p{L}*',
  votes: 'votes?|upvotes?|голос(?:а|ов)?',
} satisfies Record<SoldKind, string>

let patterns: readonly { kind: SoldKind; pattern: RegExp }[] | undefined

/** Compiled on first use: every page loads this module with its texts, and most don't need the patterns. */
function getPatterns() {
  patterns ??= soldKinds.map((kind) => ({
    kind,
    pattern: new RegExp(`${start}(?:${words[kind]})${end}`, 'iu'),
  }))
  return patterns
}

/**
 * What a service sells, by its name. Undefined if the name says nothing known or several things ("Likes + Views",
 * "Comment Likes"): a guess would be wrong, so the name itself is shown.
 */
export function soldBy(name: string): SoldThing | undefined {
  // As in `guessPlatform`: styled letters are common in names.
  const plain = name
    .normalize('NFC')
    .replace(/\p{Me}|\u200B|\u200C|\u200D|\uFE0F/gu, '')
    .normalize('NFKC')
  const found = getPatterns().filter(({ pattern }) => pattern.test(plain))
  const [only] = found
  if (only === undefined || found.length > 1) return undefined
  const platform = guessPlatform(name)
  return { kind: only.kind, platform: platform === OTHER_PLATFORM ? undefined : platform }
}
