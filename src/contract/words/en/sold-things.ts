import { formatIn } from '#contract/base/format.ts'
import { soldBy, type SoldKind } from '#contract/catalogue/sold-thing.ts'
import { makeSayOrder, shownName } from '#contract/words/sold.ts'

const { number, pluralRule } = formatIn('en')

const nouns: Readonly<Record<SoldKind, readonly [one: string, other: string]>> = {
  followers: ['follower', 'followers'],
  subscribers: ['subscriber', 'subscribers'],
  members: ['member', 'members'],
  likes: ['like', 'likes'],
  views: ['view', 'views'],
  comments: ['comment', 'comments'],
  shares: ['share', 'shares'],
  reposts: ['repost', 'reposts'],
  reactions: ['reaction', 'reactions'],
  saves: ['save', 'saves'],
  plays: ['play', 'plays'],
  votes: ['vote', 'votes'],
}

/** "500 Instagram followers"; "500 × Likes + Views" if the name says several things; for a package only the name. */
export const sayOrder = makeSayOrder(({ service, quantity }) => {
  if (quantity === undefined) return shownName(service)
  const thing = soldBy(service)
  if (thing === undefined) return `${number(quantity)} × ${shownName(service)}`
  const noun = nouns[thing.kind][pluralRule(quantity) === 'one' ? 0 : 1]
  return [number(quantity), thing.platform, noun].filter((word) => word !== undefined).join(' ')
})
