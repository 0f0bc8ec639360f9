import type { view as en } from '#web/messages/en/view.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const view = translation<typeof en, 'ru'>()({
  band: 'Вы смотрите панель чужими глазами',
  seenAs: 'Вы смотрите панель как {name}.',
  nothingChanges: 'Изменить ничего нельзя.',
  ends: 'Закончится',
  leave: 'Вернуться',
  seeAs: 'Смотреть его глазами',
  title: 'Смотреть панель как {name}',
  whatYouSee: 'Вы увидите страницы этого аккаунта в пределах своих прав. Ключи API не показываются.',
  whatItLeaves: 'Изменить ничего нельзя, и ничего не отмечается прочитанным.',
  howLong: 'Закончится через {minutes} минут; запись остаётся в журнале действий.',
  reason: 'Причина',
  start: 'Начать просмотр',
})
