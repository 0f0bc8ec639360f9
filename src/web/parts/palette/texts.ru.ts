import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const shortcutsText = translation<typeof en.shortcutsText, 'ru'>()({
  title: 'Сочетания клавиш',
  palette: 'Поиск и переход куда угодно',
  placeOrder: 'Оформить заказ',
  newOrder: 'Новый заказ',
  massOrder: 'Массовый заказ',
  search: 'Поиск в этом списке',
  nextRow: 'Следующая строка списка',
  previousRow: 'Предыдущая строка',
  chooseRow: 'Выбрать строку',
  openRow: 'Открыть строку',
  help: 'Эта справка',
  off: 'выкл.',
  singleKeys: 'Команды одной клавишей',
  singleKeysHint:
    'Выключите их, если управляете компьютером голосом или нажимаете клавиши случайно. Вернуться сюда можно через поиск.',
})
