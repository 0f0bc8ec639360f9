import type { invitation as en } from '#web/messages/en/invitation.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const invitation = translation<typeof en, 'ru'>()({
  title: 'Задайте пароль',
  lead: '{name}, вас пригласили. Этот аккаунт — для {email}.',
  leadUnknown: 'Вас пригласили. Выберите пароль для аккаунта.',
  password: 'Пароль',
  confirmPassword: 'Повторите пароль',
  passwordHint: 'Не меньше 8 символов',
  passwordsDiffer: 'Пароли не совпадают',
  accept: 'Задать пароль и войти',
  overTitle: 'Приглашение больше не действует',
  over: 'Оно уже использовано, отправлено новое или прошло семь дней. Попросите пригласить вас ещё раз.',
  login: 'Войти',
})
