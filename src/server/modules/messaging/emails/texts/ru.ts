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
  order_refunded: 'Деньги возвращены',
  order_refunded_in_part: 'Деньги возвращены частично',
  order_failed: 'Не выполнено',
}

export const emails: EmailTexts = {
  email_confirmation: ({ brand, link }) => ({
    subject: `Подтвердите адрес почты на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      'Подтвердите, что этот адрес ваш. Ссылка действует три дня:',
      { label: 'Подтвердить почту', link },
      `Если у вас нет аккаунта на ${brand} и вы его не создавали, просто проигнорируйте это письмо: без подтверждения ничего не изменится.`,
    ],
  }),
  email_change_asked: ({ brand, email, cancel, link }) => ({
    subject: `Запрошена смена адреса почты на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Кто-то, кто знает пароль от вашего аккаунта на ${brand}, запросил смену адреса почты на ${email}. Пока новый адрес не подтверждён, действует прежний.`,
      'Если это были не вы, отмените смену адреса и задайте новый пароль: текущий кому-то известен.',
      { label: 'Отменить смену адреса', link: cancel },
      { label: 'Задать новый пароль', link },
    ],
  }),
  ticket_reply: ({ brand, ticket, subject, link }) => ({
    subject: `Re: ${subject} [#${ticket}]`,
    paragraphs: [
      'Здравствуйте!',
      `${brand}: есть ответ на ваше обращение #${ticket}, «${subject}». Прочитать его и ответить можно здесь:`,
      { label: 'Прочитать ответ', link },
      'Не отвечайте на это письмо: ваш ответ никто не прочитает.',
    ],
  }),
  payment_received: ({ brand, amount, bonus, link, unsubscribe }) => ({
    subject: `Платёж на ${brand} получен`,
    paragraphs: [
      'Здравствуйте!',
      `Ваш платёж на ${money(amount)} получен и зачислен на баланс.`,
      bonus > 0n ? `К нему начислен бонус ${money(bonus)}.` : undefined,
      { label: 'Открыть операции', link },
    ].filter((paragraph) => paragraph !== undefined),
    closing: [
      'Вы получили это письмо, потому что включены уведомления о заказах и платежах.',
      { label: 'Отписаться', link: unsubscribe },
    ],
  }),
  transfer_refused: ({ brand, amount, reason, link, unsubscribe }) => ({
    subject: `Ваш платёж на ${brand} не зачислен`,
    paragraphs: [
      'Здравствуйте!',
      `Ваш платёж на ${money(amount)} не зачислен. Причина:`,
      reason,
      'Если это ошибка, напишите в поддержку и приложите чек.',
      { label: 'Открыть платёж', link },
    ],
    closing: [
      'Вы получили это письмо, потому что включены уведомления о заказах и платежах.',
      { label: 'Отписаться', link: unsubscribe },
    ],
  }),
  order_updates: ({ brand, counts, link, settings, unsubscribe }) => ({
    subject: `Ваши заказы на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      'Что изменилось в ваших заказах за последние минуты:',
      listCounts(labels, counts, number),
      { label: 'Открыть заказы', link },
    ],
    closing: [
      'Вы получили это письмо, потому что включены уведомления о заказах и платежах.',
      { label: 'Отписаться', link: unsubscribe },
      { label: 'Настройки уведомлений', link: settings },
    ],
  }),
  favourite_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Изменились ваши избранные услуги на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      'Некоторые из ваших избранных услуг изменились. Указаны ваши цены:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`И ещё изменений: ${number(more)}.`]),
      { label: 'Открыть избранное', link },
    ],
    closing: [
      'Вы получаете это письмо не чаще раза в день, потому что включены уведомления об избранных услугах.',
      { label: 'Отписаться', link: unsubscribe },
      { label: 'Настройки уведомлений', link: settings },
    ],
  }),
  api_service_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Изменились услуги, которые вы заказываете через API на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      'Изменились услуги, которые вы заказывали через API за последние 30 дней. Указаны ваши цены:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`И ещё изменений: ${number(more)}.`]),
      { label: 'Открыть услуги', link },
    ],
    closing: [
      'Вы получаете это письмо не чаще раза в час, потому что включены уведомления об изменениях услуг.',
      { label: 'Отписаться', link: unsubscribe },
      { label: 'Настройки уведомлений', link: settings },
    ],
  }),
  balance_low: ({ brand, below, balance, link, settings, unsubscribe }) => ({
    subject: `Баланс на ${brand} опустился ниже ${money(below)}`,
    paragraphs: [
      'Здравствуйте!',
      `Ваш баланс опустился ниже ${money(below)} — суммы, которую вы указали. Сейчас на балансе ${money(balance, 2)}.`,
      'Если баланса не хватает на заказ, он отклоняется, в том числе через API.',
      { label: 'Пополнить баланс', link },
    ],
    closing: [
      'Вы получаете это письмо каждый раз, когда баланс опускается ниже этой суммы.',
      { label: 'Отписаться', link: unsubscribe },
      { label: 'Настройки уведомлений', link: settings },
    ],
  }),
  password_changed: ({ brand, areKeysEnded, link, settings }) => ({
    subject: `Пароль на ${brand} изменён`,
    paragraphs: [
      'Здравствуйте!',
      `Пароль вашего аккаунта на ${brand} только что изменён. Сеансы на всех других устройствах завершены.`,
      areKeysEnded
        ? 'Ваши ключи API отозваны. Создайте новый ключ для каждого приложения, которое их использовало.'
        : 'Ключи API продолжают работать. Проверьте их и отзовите незнакомые.',
      { label: 'Открыть ключи API', link: settings },
      'Если это были не вы, сразу напишите в поддержку.',
      { label: 'Написать в поддержку', link },
    ],
  }),
  api_key_made: ({ brand, prefix, link }) => ({
    subject: `Новый ключ API на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Для вашего аккаунта на ${brand} создан новый ключ API. Он начинается с ${prefix}.`,
      'Если это были не вы, сразу отзовите его и смените пароль.',
      { label: 'Открыть ключи API', link },
    ],
  }),
  announcement: ({ brand, title, text, unsubscribe }) => ({
    subject: title,
    paragraphs: [text],
    closing:
      unsubscribe === undefined
        ? [`Вы получили это письмо, потому что у вас есть аккаунт на ${brand}. Оно о работе самого сервиса.`]
        : [`Вы подписались на такие письма от ${brand}.`, { label: 'Отписаться', link: unsubscribe }],
  }),
  invitation: ({ brand, link }) => ({
    subject: `Приглашение на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Для этого адреса создан аккаунт на ${brand}. Задайте пароль по ссылке: она сработает один раз и действует семь дней.`,
      { label: 'Задать пароль', link },
      `Если вы не знаете, что такое ${brand}, просто проигнорируйте это письмо: без пароля аккаунтом никто не сможет пользоваться.`,
    ],
  }),
  contact_message: ({ brand, name, email, subject, text, ticket, link }) => ({
    subject: `Форма обратной связи: ${subject}`,
    paragraphs: [
      `Сообщение от ${name} (${email}) через форму обратной связи на ${brand}:`,
      text,
      ticket === null
        ? 'Отправитель не является активным клиентом. Ответьте на это письмо и отметьте здесь сообщение как отвеченное.'
        : `Сообщение стало обращением #${ticket} в аккаунте клиента. Ответить можно здесь.`,
      { label: ticket === null ? 'Открыть сообщения' : 'Открыть обращение', link },
    ],
  }),
  staff_alert: ({ brand, message, link }) => ({
    subject: `${brand}. ${message}`,
    paragraphs: ['Здравствуйте!', `${message}.`, { label: 'Подробнее', link }],
    closing: [
      `Вы получили это письмо как сотрудник ${brand} с доступом к этому разделу. О каждом событии приходит одно письмо.`,
    ],
  }),
  password_reset: ({ brand, link }) => ({
    subject: `Смена пароля на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Кто-то запросил новый пароль для вашего аккаунта на ${brand}. Задайте его по ссылке: она сработает один раз и действует час.`,
      { label: 'Задать новый пароль', link },
      'После этого вы выйдете на всех устройствах. Если это были не вы, ничего делать не нужно: пароль останется прежним. Никому не передавайте ссылку: мы никогда её не запрашиваем.',
    ],
  }),
  new_sign_in: ({ brand, device, address, at, link }) => ({
    subject: `Новый вход на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `В ваш аккаунт на ${brand} вошли по паролю с устройства или из сети, которыми вы в последние месяцы не пользовались:`,
      `Устройство: ${device ?? 'неизвестно'}\nIP-адрес: ${address}\nВремя: ${toUtc(at)}`,
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
      'Вы получили это письмо как владелец. Если вы не ждали этих изменений, отмените их и закройте сотруднику доступ. Подробности — в журнале действий.',
      { label: 'Открыть журнал действий', link },
    ],
  }),
  two_factor_on: ({ brand, link }) => ({
    subject: `Двухфакторная аутентификация на ${brand} включена`,
    paragraphs: [
      'Здравствуйте!',
      `Для вашего аккаунта на ${brand} включена двухфакторная аутентификация: теперь при входе нужен и код из приложения-аутентификатора. Сеансы на всех других устройствах завершены.`,
      'Храните резервные коды там, где они доступны без телефона. Если это были не вы, сразу напишите в поддержку.',
      { label: 'Написать в поддержку', link },
    ],
  }),
  two_factor_off: ({ brand, link }) => ({
    subject: `Двухфакторная аутентификация на ${brand} отключена`,
    paragraphs: [
      'Здравствуйте!',
      `Двухфакторная аутентификация вашего аккаунта на ${brand} отключена с помощью пароля и кода. Теперь для входа достаточно пароля.`,
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
      `Для вашего аккаунта на ${brand} созданы новые резервные коды. Старые больше не действуют.`,
      'Если это были не вы, сразу задайте новый пароль: все сеансы завершатся.',
      { label: 'Задать новый пароль', link },
    ],
  }),
  two_factor_reset: ({ brand, link }) => ({
    subject: `Мы отключили двухфакторную аутентификацию вашего аккаунта на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Наши сотрудники отключили двухфакторную аутентификацию вашего аккаунта на ${brand}. Все сеансы завершены. Пока для входа достаточно пароля. Настройте двухфакторную аутентификацию заново.`,
      'Если вы об этом не просили, сразу напишите в поддержку.',
      { label: 'Написать в поддержку', link },
    ],
  }),
}

const settings: Readonly<Record<GuardedSetting, string>> = {
  mail: 'почтовый сервер',
  gateways: 'платёжные шлюзы',
  bonuses: 'бонусы за пополнение',
  visitor_tags: 'аналитика и чат',
  backups: 'бэкапы',
  payment_methods: 'способы оплаты',
}

function sayChange(change: FavouriteChange): string {
  const name = `${change.id} ${change.name}`
  if (change.kind === 'off') return `${name}: временно снята с продажи`
  if (change.kind === 'back') return `${name}: снова в продаже, ${money(change.rate)}`
  if (change.kind === 'limits') return `${name}: теперь от ${number(change.min)} до ${number(change.max)}`
  return `${name}: ${money(change.before)} → ${money(change.rate)}`
}
