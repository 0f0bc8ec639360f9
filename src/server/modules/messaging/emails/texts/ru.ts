import type { FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import { formatIn } from '#contract/base/format.ts'
import type { GuardedSetting } from '#contract/messaging/notification-codes.ts'

import { type EmailTexts, listCounts, type OrderNotificationCode, toUtc } from './email-texts.ts'

const { money, number } = formatIn('ru')

const labels: Readonly<Record<OrderNotificationCode, string>> = {
  order_completed: 'Выполнено',
  order_partial: 'Выполнено частично, остаток возвращён',
  order_canceled: 'Отменено с возвратом',
  order_canceled_in_part: 'Отменено с частичным возвратом',
  order_refunded: 'Возвращено',
  order_refunded_in_part: 'Возвращено частично',
  order_failed: 'Не выполнено',
}

export const emails: EmailTexts = {
  email_confirmation: ({ brand, link }) => ({
    subject: `Подтвердите адрес почты на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      'Подтвердите, что этот адрес ваш. Ссылка действует три дня:',
      { label: 'Подтвердить адрес', link },
      `Если у вас нет аккаунта на ${brand} и вы его не создавали, ничего делать не нужно: без подтверждения ничего не изменится.`,
    ],
  }),
  email_change_asked: ({ brand, email, cancel, link }) => ({
    subject: `Запрошена смена адреса почты на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Кто-то, кто знает пароль от вашего аккаунта на ${brand}, попросил сменить адрес почты на ${email}. Пока новый адрес не подтверждён, аккаунт работает с прежним.`,
      'Если это были не вы, отмените смену адреса, а затем задайте новый пароль: нынешний кому-то известен.',
      { label: 'Отменить смену адреса', link: cancel },
      { label: 'Задать новый пароль', link },
    ],
  }),
  ticket_reply: ({ brand, ticket, subject, link }) => ({
    subject: `Re: ${subject} [#${ticket}]`,
    paragraphs: [
      'Здравствуйте!',
      `${brand} ответил на ваше обращение #${ticket}, «${subject}». Прочитать ответ и написать можно здесь:`,
      { label: 'Прочитать ответ', link },
      'Ответы на это письмо никто не читает.',
    ],
  }),
  payment_received: ({ brand, amount, bonus, link, unsubscribe }) => ({
    subject: `Платёж на ${brand} получен`,
    paragraphs: [
      'Здравствуйте!',
      `Ваш платёж ${money(amount)} получен и зачислен на баланс.`,
      bonus > 0n ? `К нему начислен бонус ${money(bonus)}.` : undefined,
      { label: 'Ваши операции', link },
    ].filter((paragraph) => paragraph !== undefined),
    closing: [
      'Это письмо пришло, потому что включены новости о заказах и платежах.',
      { label: 'Отключить такие письма', link: unsubscribe },
    ],
  }),
  transfer_refused: ({ brand, amount, reason, link, unsubscribe }) => ({
    subject: `Ваш платёж на ${brand} не зачислен`,
    paragraphs: [
      'Здравствуйте!',
      `Ваш платёж ${money(amount)} не зачислен. Причина:`,
      reason,
      'Если это ошибка, напишите в поддержку и приложите чек.',
      { label: 'Открыть платёж', link },
    ],
    closing: [
      'Это письмо пришло, потому что включены новости о заказах и платежах.',
      { label: 'Отключить такие письма', link: unsubscribe },
    ],
  }),
  order_updates: ({ brand, counts, link, settings, unsubscribe }) => ({
    subject: `Новости о ваших заказах на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      'Что произошло с вашими заказами за последние минуты:',
      listCounts(labels, counts, number),
      { label: 'Ваши заказы', link },
    ],
    closing: [
      'Это письмо пришло, потому что включены новости о заказах и платежах.',
      { label: 'Отключить такие письма', link: unsubscribe },
      { label: 'Ваши настройки', link: settings },
    ],
  }),
  favourite_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Изменились ваши избранные услуги на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      'Некоторые из ваших избранных услуг изменились. Указаны цены, по которым платите вы:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`И ещё изменений: ${number(more)}.`]),
      { label: 'Ваше избранное', link },
    ],
    closing: [
      'Это письмо приходит не чаще раза в день, потому что включены новости об избранных услугах.',
      { label: 'Отключить такие письма', link: unsubscribe },
      { label: 'Ваши настройки', link: settings },
    ],
  }),
  api_service_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Изменились услуги, которые вы заказываете по API на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      'Изменились услуги, которые вы заказывали по API за последние 30 дней. Указаны цены, по которым платите вы:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`И ещё изменений: ${number(more)}.`]),
      { label: 'Все услуги', link },
    ],
    closing: [
      'Это письмо приходит не чаще раза в час, потому что включены уведомления об изменениях услуг.',
      { label: 'Отключить такие письма', link: unsubscribe },
      { label: 'Ваши настройки', link: settings },
    ],
  }),
  balance_low: ({ brand, below, balance, link, settings, unsubscribe }) => ({
    subject: `Баланс на ${brand} опустился ниже ${money(below)}`,
    paragraphs: [
      'Здравствуйте!',
      `Ваш баланс опустился ниже ${money(below)} — суммы, которую вы указали. Сейчас на балансе ${money(balance, 2)}.`,
      'Заказы, на которые баланса не хватает, не принимаются, в том числе по API.',
      { label: 'Пополнить баланс', link },
    ],
    closing: [
      'Это письмо приходит каждый раз, когда баланс опускается ниже этой суммы.',
      { label: 'Отключить такие письма', link: unsubscribe },
      { label: 'Ваши настройки', link: settings },
    ],
  }),
  password_changed: ({ brand, areKeysEnded, link, settings }) => ({
    subject: `Пароль на ${brand} изменён`,
    paragraphs: [
      'Здравствуйте!',
      `Пароль вашего аккаунта на ${brand} только что изменён, все остальные сеансы завершены.`,
      areKeysEnded
        ? 'Ваши ключи API отозваны. Создайте новый ключ для каждого приложения, которое им пользовалось.'
        : 'Ключи API продолжают работать. Проверьте их и отзовите незнакомые.',
      { label: 'Ваши ключи API', link: settings },
      'Если это были не вы, сразу напишите нам.',
      { label: 'Написать нам', link },
    ],
  }),
  api_key_made: ({ brand, prefix, link }) => ({
    subject: `Новый ключ API на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Для вашего аккаунта на ${brand} создан новый ключ API. Он начинается с ${prefix}.`,
      'Если это были не вы, сразу отзовите его и смените пароль.',
      { label: 'Проверить ключи', link },
    ],
  }),
  announcement: ({ brand, title, text, unsubscribe }) => ({
    subject: title,
    paragraphs: [text],
    closing:
      unsubscribe === undefined
        ? [
            `Вы получили это письмо, потому что у вас есть аккаунт на ${brand}, и речь в нём о работе самого сервиса.`,
          ]
        : [
            `Вы подписались на такие письма от ${brand}.`,
            { label: 'Отключить такие письма', link: unsubscribe },
          ],
  }),
  invitation: ({ brand, link }) => ({
    subject: `Вас приглашают в ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Для этого адреса создан аккаунт в ${brand}. Задайте пароль по этой ссылке — она работает один раз, в течение семи дней:`,
      { label: 'Задать пароль', link },
      `Если вы не знаете, что такое ${brand}, делать ничего не нужно: без пароля аккаунтом никто не воспользуется.`,
    ],
  }),
  contact_message: ({ brand, name, email, subject, text, ticket, link }) => ({
    subject: `Форма связи: ${subject}`,
    paragraphs: [
      `${name} (${email}) пишет через форму связи на ${brand}:`,
      text,
      ticket === null
        ? 'Действующего клиента с таким адресом нет. Ответьте на это письмо и отметьте, что ответили.'
        : `Это стало обращением #${ticket} из аккаунта. Ответить можно здесь.`,
      { label: ticket === null ? 'Открыть сообщения' : 'Открыть обращение', link },
    ],
  }),
  staff_alert: ({ brand, message, link }) => ({
    subject: `${brand}: ${message}`,
    paragraphs: ['Здравствуйте!', `${message}.`, { label: 'Подробнее', link }],
    closing: [
      `Вы получили это письмо как сотрудник ${brand}, у которого есть доступ к этому разделу. О каждом изменении приходит одно письмо.`,
    ],
  }),
  password_reset: ({ brand, link }) => ({
    subject: `Новый пароль на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Кто-то попросил новый пароль для вашего аккаунта на ${brand}. Задайте его по этой ссылке, она действует один раз, в течение часа:`,
      { label: 'Задать новый пароль', link },
      'Все сеансы после этого завершатся. Если это были не вы, ничего делать не нужно: без ссылки ничего не изменится, и мы никогда её у вас не спросим.',
    ],
  }),
  new_sign_in: ({ brand, device, address, at, link }) => ({
    subject: `Новый вход на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `В ваш аккаунт на ${brand} вошли по паролю с устройства или из сети, откуда в последние месяцы не входили:`,
      `Устройство: ${device ?? 'неизвестно'}\nАдрес: ${address}\nВремя: ${toUtc(at)}`,
      'Если это были вы, ничего делать не нужно. Если нет, сразу задайте новый пароль: все сеансы завершатся.',
      { label: 'Задать новый пароль', link },
    ],
  }),
  setting_changed: ({ brand, sections, staffId, link }) => ({
    subject: `${brand}: изменены настройки (${sections.map((section) => settings[section]).join(', ')})`,
    paragraphs: [
      'Здравствуйте!',
      `Сотрудник #${staffId} изменил настройки сайта ${brand}:`,
      sections.map((section) => settings[section]).join('\n'),
      'Вы получили это письмо как владелец сайта. Если вы не ждали этих изменений, отмените их и закройте сотруднику доступ. Что именно изменилось, видно в журнале действий.',
      { label: 'Открыть журнал действий', link },
    ],
  }),
  two_factor_on: ({ brand, link }) => ({
    subject: `Двухфакторный вход на ${brand} включён`,
    paragraphs: [
      'Здравствуйте!',
      `Для вашего аккаунта на ${brand} включён двухфакторный вход: теперь при входе нужен ещё и код из приложения-аутентификатора. Все остальные сеансы завершены.`,
      'Храните резервные коды там, где найдёте их без телефона. Если это были не вы, сразу напишите нам.',
      { label: 'Написать нам', link },
    ],
  }),
  two_factor_off: ({ brand, link }) => ({
    subject: `Двухфакторный вход на ${brand} отключён`,
    paragraphs: [
      'Здравствуйте!',
      `Двухфакторный вход в ваш аккаунт на ${brand} отключён с помощью пароля и кода. Теперь для входа достаточно пароля.`,
      'Если это были не вы, сразу задайте новый пароль: все сеансы завершатся.',
      { label: 'Задать новый пароль', link },
    ],
  }),
  recovery_code_used: ({ brand, left, link }) => ({
    subject: `На ${brand} использован резервный код`,
    paragraphs: [
      'Здравствуйте!',
      `Вместо кода из приложения использован один из резервных кодов вашего аккаунта на ${brand}. Осталось кодов: ${left}.`,
      'Если это были вы, создайте новые коды, пока эти не закончились. Если нет, сразу задайте новый пароль: все сеансы завершатся.',
      { label: 'Задать новый пароль', link },
    ],
  }),
  recovery_codes_made: ({ brand, link }) => ({
    subject: `Новые резервные коды на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Для вашего аккаунта на ${brand} созданы новые резервные коды. Прежние больше не действуют.`,
      'Если это были не вы, сразу задайте новый пароль: все сеансы завершатся.',
      { label: 'Задать новый пароль', link },
    ],
  }),
  two_factor_reset: ({ brand, link }) => ({
    subject: `Мы отключили ваш двухфакторный вход на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Наши сотрудники отключили двухфакторный вход в ваш аккаунт на ${brand}, все сеансы завершены. Теперь для входа достаточно пароля: пожалуйста, настройте двухфакторный вход заново.`,
      'Если вы об этом не просили, сразу напишите нам.',
      { label: 'Написать нам', link },
    ],
  }),
}

const settings: Readonly<Record<GuardedSetting, string>> = {
  mail: 'почтовый сервер',
  gateways: 'платёжные шлюзы',
  bonuses: 'бонусы за пополнение',
  visitor_tags: 'аналитику и чат',
  payment_methods: 'способы оплаты',
}

function sayChange(change: FavouriteChange): string {
  const name = `${change.id} ${change.name}`
  if (change.kind === 'off') return `${name}: сейчас не продаётся`
  if (change.kind === 'back') return `${name}: снова в продаже, ${money(change.rate)}`
  if (change.kind === 'limits') return `${name}: теперь от ${number(change.min)} до ${number(change.max)}`
  return `${name}: ${money(change.before)} → ${money(change.rate)}`
}
