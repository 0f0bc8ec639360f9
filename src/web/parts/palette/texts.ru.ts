import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const shortcutsText = translation<typeof en.shortcutsText, 'ru'>()({
  title: 'Сочетания клавиш',
  palette: 'Найти или перейти',
  placeOrder: 'Оформить заказ',
  newOrder: 'Новый заказ',
  massOrder: 'Массовый заказ',
  search: 'Поиск в этом списке',
  nextRow: 'Следующая строка списка',
  previousRow: 'Предыдущая строка',
  chooseRow: 'Выбрать строку',
  openRow: 'Открыть строку',
  help: 'Эта подсказка',
  off: 'выкл.',
  singleKeys: 'Сочетания из одной клавиши',
  singleKeysHint:
    'Отключите их, если пользуетесь голосовым вводом или случайно нажимаете клавиши. Снова открыть это окно можно через поиск.',
})

export const paletteText = translation<typeof en.paletteText, 'ru'>()({
  pages: 'Страницы',
  tickets: 'Обращения',
  questions: 'Вопросы и ответы',
  preferences: 'Оформление и язык',
  nothing: 'По запросу «{text}» ничего не найдено',
  ticket: 'Обращение {id}: {subject}',
  typeDeposit: 'Пополнение {id}',
  typeOrder: 'Списание {id}',
  typeRefund: 'Возврат {id}',
  typeBonus: 'Бонус {id}',
  dashboardWords: 'главная, начало, обзор',
  newOrderWords: 'купить, заказать, накрутка, подписчики, лайки, просмотры',
  massOrderWords: 'много заказов, списком, пакетный',
  ordersWords: 'возврат, отмена, докрутка, рефилл, статус, мои заказы, отследить',
  servicesWords: 'прайс, цены, тарифы, каталог',
  addFundsWords: 'пополнить, пополнение, оплатить, оплата, депозит, баланс, деньги',
  transactionsWords: 'возврат, выписка, чек, платежи, история баланса, расходы',
  supportWords: 'помощь, тикет, вопрос, жалоба, возврат, проблема, связаться',
  settingsWords: 'пароль, ключ API, безопасность, двухфакторная, почта',
  profileWords: 'имя, телефон, аккаунт',
  notificationsWords: 'колокольчик, сообщения, объявления, непрочитанные',
})
