import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const adminContactText = translation<typeof en.adminContactText, 'ru'>()({
  title: 'Сообщения',
  lead: 'Сообщения из формы обратной связи. Если у отправителя есть аккаунт, сообщение становится обращением.',
  loadFailed: 'Не удалось загрузить сообщения. Попробуйте ещё раз.',
  filters: 'Показать',
  open: 'Без ответа',
  answered: 'С ответом',
  noneOpen: 'Сообщений без ответа нет',
  noneFound: 'Сообщения не найдены',
  showAll: 'Показать все сообщения',
  list: 'Сообщения, сначала новые',
  reply: 'Ответить по почте',
  note: 'Отметить отвеченным',
  noted: 'Отмечено отвеченным',
  noteFailed: 'Не удалось отметить сообщение. Попробуйте ещё раз.',
  answeredBy: 'Ответ: {name}',
})
