import type { LinkTarget } from '#contract/orders/link-target.ts'
import { isPackage } from '#contract/catalogue/package-types.ts'
import type { IndexedService } from './search-services.ts'

/**
 * The services of a link's platform: those for its target first (likes for a post, followers for a profile), then those
 * whose name does not tell, then the others; cheapest first in each group. A package's price can't be compared with a
 * rate, so packages come last.
 */
export function servicesForLink<S extends IndexedService>(
  services: readonly S[],
  { platform, kind }: LinkTarget,
  rateOf: (service: S) => bigint,
): S[] {
  return services
    .filter((service) => service.platform === platform)
    .map((service) => ({ service, place: placeOf(service, kind), rate: rateOf(service) }))
    .toSorted(
      (one, other) => one.place - other.place || (one.rate < other.rate ? -1 : +(one.rate > other.rate)),
    )
    .map(({ service }) => service)
}

function placeOf(service: IndexedService, kind: LinkTarget['kind']): number {
  const aim = kind === undefined ? undefined : aimOf(service)
  const fit = aim === kind ? 0 : aim === undefined ? 1 : 2
  return fit * 2 + (isPackage(service.type) ? 1 : 0)
}

/** Words that tell what a service is for, in the languages of catalogues. */
const words =
  /(?<profile>\b(?:followers?|subs|subscribers?|members?|friends?|connections|page likes)\b|подписчик|участник|theo dõi|thành viên|đăng ký)|(?<post>\b(?:likes?|views?|comments?|shares?|reposts?|retweets?|reactions?|saves?|reach|impressions?|plays?|streams?|votes?|upvotes?|watch ?time|story|live)\b|лайк|просмотр|коммент|репост|реакци|lượt xem|lượt thích|bình luận|chia sẻ)/iu

/** By what is named first, in the name or else in the category: "Likes from real followers" are likes. */
function aimOf({ name, category }: IndexedService): LinkTarget['kind'] {
  for (const text of [name, category.name]) {
    const { profile, post } = words.exec(text.normalize('NFKC'))?.groups ?? {}
    if (profile !== undefined) return 'profile'
    if (post !== undefined) return 'post'
  }
  return undefined
}
