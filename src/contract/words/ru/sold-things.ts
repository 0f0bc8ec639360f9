import { formatIn } from '#contract/base/format.ts'
import { soldBy, type SoldKind } from '#contract/catalogue/sold-thing.ts'
import { makeSayOrder, shownName } from '#contract/words/sold.ts'

const { number, pluralRule } = formatIn('ru')

/** The forms for 1, 2 and 5. */
const nouns: Readonly<Record<SoldKind, readonly [one: string, few: string, many: string]>> = {
  followers: ['подписчик', 'подписчика', 'подписчиков'],
  subscribers: ['подписчик', 'подписчика', 'подписчиков'],
  members: ['участник', 'участника', 'участников'],
  likes: ['лайк', 'лайка', 'лайков'],
  views: ['просмотр', 'просмотра', 'просмотров'],
  comments: ['комментарий', 'комментария', 'комментариев'],
  shares: ['репост', 'репоста', 'репостов'],
  reposts: ['репост', 'репоста', 'репостов'],
  reactions: ['реакция', 'реакции', 'реакций'],
  saves: ['сохранение', 'сохранения', 'сохранений'],
  plays: ['прослушивание', 'прослушивания', 'прослушиваний'],
  votes: ['голос', 'голоса', 'голосов'],
}

/** As in English. */
export const sayOrder = makeSayOrder(({ service, quantity }) => {
  if (quantity === undefined) return shownName(service)
  const thing = soldBy(service)
  if (thing === undefined) return `${number(quantity)} × ${shownName(service)}`
  const [one, few, many] = nouns[thing.kind]
  const rule = pluralRule(quantity)
  const noun = rule === 'one' ? one : rule === 'few' ? few : many
  return [number(quantity), noun, thing.platform].filter((word) => word !== undefined).join(' ')
})
