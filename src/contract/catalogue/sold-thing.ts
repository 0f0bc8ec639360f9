import { guessPlatform } from './guess-platform.ts'
import { OTHER_PLATFORM } from './platforms.ts'

/** What services sell, where one word says it. */
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

/** `platform`: undefined where the name has none. */
export type SoldThing = { kind: SoldKind; platform: string | undefined }

const start = '(?<![\\p{L}\\p{N}])'
const end = '(?![\\p{L}\\p{N}])'

/** In the languages that catalogues are mostly written in. */
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

/** Made when a name is read: every page has this module, with its texts, and most need none of it. */
function getPatterns() {
  patterns ??= soldKinds.map((kind) => ({
    kind,
    pattern: new RegExp(`${start}(?:${words[kind]})${end}`, 'iu'),
  }))
  return patterns
}

/**
 * What a service's name says it sells. Undefined where it says nothing known, or several things ("Likes + Views", "Comment
 * Likes"), of which one would be wrong: the name itself is shown then.
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
