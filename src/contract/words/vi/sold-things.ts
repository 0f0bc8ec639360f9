import { formatIn } from '#contract/base/format.ts'
import { soldBy, type SoldKind } from '#contract/catalogue/sold-thing.ts'
import { makeSayOrder, shownName } from '#contract/words/sold.ts'

const { number } = formatIn('vi')

const nouns: Readonly<Record<SoldKind, string>> = {
  followers: 'lượt theo dõi',
  subscribers: 'lượt đăng ký',
  members: 'thành viên',
  likes: 'lượt thích',
  views: 'lượt xem',
  comments: 'bình luận',
  shares: 'lượt chia sẻ',
  reposts: 'lượt đăng lại',
  reactions: 'lượt cảm xúc',
  saves: 'lượt lưu',
  plays: 'lượt phát',
  votes: 'lượt bình chọn',
}

/** As in English. */
export const sayOrder = makeSayOrder(({ service, quantity }) => {
  if (quantity === undefined) return shownName(service)
  const thing = soldBy(service)
  if (thing === undefined) return `${number(quantity)} × ${shownName(service)}`
  return [number(quantity), nouns[thing.kind], thing.platform].filter((word) => word !== undefined).join(' ')
})
