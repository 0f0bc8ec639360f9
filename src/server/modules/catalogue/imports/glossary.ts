/**
 * Russian terms of the trade with the English ones that panels use: a machine translates "накрутка" or "старт" literally.
 * Each is a pattern of whole words with any ending. A phrase comes before the word it begins with.
 */
const phrases: readonly (readonly [pattern: string, english: string])[] = [
  // Networks
  ['инстаграмм?(?:а|е|у)?', 'Instagram'],
  ['телеграмм?(?:а|е|у)?', 'Telegram'],
  ['ютуб(?:а|е|у)?', 'YouTube'],
  ['тик ?ток(?:а|е|у)?', 'TikTok'],
  ['фейсбук(?:а|е|у)?', 'Facebook'],
  ['твиттер(?:а|е|у)?', 'Twitter'],
  ['в ?контакте|вк', 'VK'],
  ['одноклассник(?:и|ов|ах)', 'Odnoklassniki'],
  ['дискорд(?:а|е|у)?', 'Discord'],
  ['твич(?:а|е|у)?', 'Twitch'],
  ['спотифай', 'Spotify'],
  // How it is delivered
  ['(?:моментальный|мгновенный) (?:старт|запуск)', 'instant start'],
  ['быстр(?:ый|ого) (?:старт|запуск)(?:а)?', 'fast start'],
  ['медленн(?:ый|ого) (?:старт|запуск)(?:а)?', 'slow start'],
  ['старт|запуск', 'start'],
  ['мгновенн(?:о|ые|ый|ая|ое|ых)|моментальн(?:о|ые|ый|ая|ое|ых)', 'instant'],
  ['быстр(?:о|ые|ый|ая|ое|ых)', 'fast'],
  ['медленн(?:о|ые|ый|ая|ое|ых)', 'slow'],
  ['скорост(?:ь|и)', 'speed'],
  ['(?:до|макс(?:имум)?\\.?)(?= ?\\d)', 'max'],
  ['от(?= ?\\d)', 'from'],
  ['в день|/ ?день|в сутки|/ ?сутки', '/day'],
  ['в час|/ ?час', '/hour'],
  ['в минуту|/ ?мин(?:уту)?', '/minute'],
  ['дн(?:ей|я|и)|суток|сутки', 'days'],
  ['день', 'day'],
  ['час(?:ов|а|ы)', 'hours'],
  ['час', 'hour'],
  ['минут(?:ы|а)?', 'minutes'],
  ['месяц(?:ев|а)', 'months'],
  ['месяц', 'month'],
  // What is promised
  ['без гаранти(?:и|й)', 'no guarantee'],
  ['пожизненн(?:ая|ой) гаранти(?:я|и|ей)|гаранти(?:я|и) навсегда', 'lifetime guarantee'],
  ['с гаранти(?:ей|ями)', 'with guarantee'],
  ['гаранти(?:я|и|ей|ю|й)', 'guarantee'],
  ['без (?:списани(?:й|я)|отписок|отпис(?:ок|ки))', 'no drop'],
  ['(?:низк|минимальн)(?:ие|ый|ые) (?:списани(?:я|е)|отписки)', 'low drop'],
  ['с отпиской|с отписками|(?:возможны )?отписки|списани(?:я|е|й)', 'drop possible'],
  ['без (?:восстановлени|докрутк)(?:я|и)', 'no refill'],
  ['(?:авто ?)(?:восстановлени|докрутк)(?:е|а|я|и|ой)', 'auto refill'],
  ['(?:с )?(?:восстановлени|докрутк)(?:е|ем|а|я|и|ой)', 'refill'],
  ['кнопка (?:отмены|отмена)', 'cancel button'],
  ['отмен(?:а|ы|ой)', 'cancel'],
  ['без отмен(?:а|ы)', 'no cancel'],
  // Who they are
  ['высок(?:ое|ого) качеств(?:о|а)|качественн(?:ые|ых|ый|ая)', 'high quality'],
  ['низк(?:ое|ого) качеств(?:о|а)', 'low quality'],
  ['средне(?:е|го) качеств(?:о|а)', 'medium quality'],
  ['качеств(?:о|а)', 'quality'],
  ['жив(?:ые|ых|ой|ая)|реальн(?:ые|ых|ый|ая)', 'real'],
  ['активн(?:ые|ых|ый|ая)', 'active'],
  ['целев(?:ые|ых|ой|ая)', 'targeted'],
  ['люд(?:и|ей)', 'people'],
  ['бот(?:ы|ов)', 'bots'],
  ['с аватар(?:ами|ками|кой|ом)|с фото', 'with pictures'],
  ['женск(?:ие|их|ий|ая)|девушки', 'female'],
  ['мужск(?:ие|их|ой|ая)|мужчины', 'male'],
  ['русск(?:ие|их|ий|ая)|российск(?:ие|их|ий|ая)|рф', 'Russian'],
  ['украинск(?:ие|их|ий|ая)', 'Ukrainian'],
  ['мировые|со всего мира|весь мир|мир(?:а)?', 'worldwide'],
  ['(?:из )?росси(?:я|и)', 'Russia'],
  ['(?:из )?украин(?:а|ы)', 'Ukraine'],
  ['(?:из )?сша', 'USA'],
  // What is sold
  ['премиум[ -]подписчик(?:и|ов|ам|ами|а)?', 'premium followers'],
  ['подписчик(?:и|ов|ам|ами|а)?|подписк(?:и|а)', 'followers'],
  ['участник(?:и|ов|ам|ами|а)?', 'members'],
  ['друзь(?:я|ей)|друзей', 'friends'],
  ['лайк(?:и|ов|ам|ами|а)?', 'likes'],
  ['дизлайк(?:и|ов|ам|ами|а)?', 'dislikes'],
  ['(?:авто ?просмотр)(?:ы|ов)?', 'auto views'],
  ['просмотр(?:ы|ов|ам|ами|а)?', 'views'],
  ['комментари(?:и|ев|й|ям|ями|я)|коммент(?:ы|ов)', 'comments'],
  ['свои|свой текст', 'custom'],
  ['репост(?:ы|ов|а)?', 'reposts'],
  ['ретвит(?:ы|ов|а)?', 'retweets'],
  ['сохранени(?:я|й|е)', 'saves'],
  ['реакци(?:и|й|я)', 'reactions'],
  ['охват(?:ы|а)?', 'reach'],
  ['показ(?:ы|ов|а)?', 'impressions'],
  ['голос(?:а|ов)', 'votes'],
  ['опрос(?:ы|ов|а|е)?', 'poll'],
  ['прослушивани(?:я|й|е)', 'plays'],
  ['зрител(?:и|ей)', 'viewers'],
  ['посещени(?:я|й|е)|посетител(?:и|ей)', 'visits'],
  ['трафик(?:а)?', 'traffic'],
  ['поделиться', 'shares'],
  ['упоминани(?:я|й|е)', 'mentions'],
  ['бусты?|бустов', 'boosts'],
  // Where
  ['прям(?:ой|ые|ого) эфир(?:а|ы)?|стрим(?:ы|а|ов)?|трансляци(?:я|и|й)', 'live stream'],
  ['истори(?:я|и|й)|сторис', 'story'],
  ['рилс(?:ы)?', 'reels'],
  ['(?:на )?видео', 'video'],
  ['(?:на |в )?канал(?:а|ы|ов|у|е)?', 'channel'],
  ['(?:в )?групп(?:а|ы|у|е)|сообществ(?:о|а)', 'group'],
  ['(?:на )?пост(?:ы|а|ов|у)?|публикаци(?:я|и|й|ю)', 'posts'],
  ['последн(?:ие|их)', 'last'],
  ['профил(?:ь|я|и)', 'profile'],
  ['аккаунт(?:ы|а|ов)?', 'accounts'],
  ['открыт(?:ые|ых|ый)', 'public'],
  ['закрыт(?:ые|ых|ый)', 'private'],
  // Small words of names
  ['накрутка|продвижение', 'promotion'],
  ['дешев(?:ые|ый|ая|о)|дёшево', 'cheap'],
  ['лучш(?:ие|ий|ая|ее)', 'best'],
  ['новинка|нов(?:ые|ый|ая|ое)', 'new'],
  ['эксклюзив(?:но)?', 'exclusive'],
  ['рекоменду(?:ем|ется)', 'recommended'],
  ['премиум', 'premium'],
  ['микс', 'mix'],
  ['(?<=\\d ?)(?:к|тыс\\.?)', 'K'],
  ['(?<=\\d ?)(?:м|млн)', 'M'],
  ['шт', 'pcs'],
  ['и', 'and'],
  ['или', 'or'],
  ['для', 'for'],
  ['с', 'with'],
  ['без', 'without'],
  ['из', 'from'],
]

/** Digits may touch a word, as in "30дней". */
const words = new RegExp(
  `(?<!\\p{L})(?:${phrases.map(([pattern]) => `(${pattern})`).join('|')})(?!\\p{L})`,
  'giu',
)

export function hasCyrillic(text: string): boolean {
  return /\p{Script=Cyrillic}/u.test(text)
}

/** Replaces known phrases by English ones, keeping a capital first letter; the rest stays. */
export function applyGlossary(text: string): string {
  if (!hasCyrillic(text)) return text
  return text.replace(words, (found: string, ...groups: unknown[]) => {
    const english = phrases[groups.findIndex((group) => group !== undefined)]?.[1] ?? found
    return isUpper(found) ? `${english.charAt(0).toUpperCase()}${english.slice(1)}` : english
  })
}

function isUpper(text: string): boolean {
  const first = text.charAt(0)
  return first !== first.toLowerCase()
}
