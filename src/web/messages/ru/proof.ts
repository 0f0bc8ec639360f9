import type { proof as en } from '#web/messages/en/proof.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const proof = translation<typeof en, 'ru'>()({
  title: 'Подтвердите, что это вы',
  passwordLead: 'Чтобы внести это изменение, введите пароль.',
  codeLead: 'Введите 6-значный код из приложения-аутентификатора или резервный код.',
  usePassword: 'Ввести пароль',
  useCode: 'Ввести код',
  password: 'Текущий пароль',
  confirm: 'Подтвердить',
  failed: 'Не удалось подтвердить. Повторите попытку.',
})
