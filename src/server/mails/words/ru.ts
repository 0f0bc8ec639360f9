import type { LetterWords } from './letter-words.ts'

export const letters: LetterWords = {
  email_confirmation: ({ brand, link }) => ({
    subject: `Подтвердите адрес почты на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      'Подтвердите, что этот адрес ваш. Ссылка действует три дня:',
      link,
      `Если у вас нет аккаунта на ${brand} и вы его не создавали, ничего делать не нужно: без подтверждения ничего не изменится.`,
    ],
  }),
  email_change_asked: ({ brand, email, link }) => ({
    subject: `Запрошена смена адреса почты на ${brand}`,
    paragraphs: [
      'Здравствуйте!',
      `Кто-то, кто знает пароль от вашего аккаунта на ${brand}, попросил сменить адрес почты на ${email}. Пока новый адрес не подтверждён, аккаунт работает с прежним.`,
      `Если это были не вы, сразу смените пароль: ${link}`,
    ],
  }),
  ticket_reply: ({ brand, ticket, subject, link }) => ({
    subject: `Re: ${subject} [#${ticket}]`,
    paragraphs: [
      'Здравствуйте!',
      `${brand} ответил на ваше обращение #${ticket}, «${subject}». Прочитать ответ и написать можно здесь:`,
      link,
      'Ответы на это письмо никто не читает.',
    ],
  }),
}
