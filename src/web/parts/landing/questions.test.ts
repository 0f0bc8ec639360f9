import { expect, test } from 'vitest'

import { languages } from '#contract/base/languages.ts'
import { faqText } from './texts.en.ts'
import { type Say, sayIn } from '#web/platform/i18n/text.ts'

import { listQuestions } from './questions.ts'

const sayer =
  (language: (typeof languages)[number]): Say<typeof faqText> =>
  (key, ...rest) =>
    sayIn(language, faqText, key, ...rest)
const idsOf = (query: string, language: (typeof languages)[number] = 'en') =>
  listQuestions(sayer(language), [], query).flatMap(({ questions }) => questions.map(({ id }) => id))

test.each(languages)('there are more than 20 questions in %s, each with its own answer', (language) => {
  const all = listQuestions(sayer(language), []).flatMap(({ questions }) => questions)
  expect(all.length).toBeGreaterThan(20)
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length)
  expect(all.filter(({ title, text }) => title.length < 5 || text.length < 40)).toEqual([])
})

test.each(languages)("no answer in %s mentions drip-feed, which the panel doesn't offer", (language) => {
  const said = listQuestions(sayer(language), []).flatMap(({ questions }) => questions)
  expect(said.filter(({ title, text }) => /drip|nhỏ giọt|постепенн/i.test(title + text))).toEqual([])
})

test('a search finds questions with all of its words in question, answer or topic, with or without accents', () => {
  expect(idsOf('PASSWORD social')).toContain('password')
  expect(idsOf('idempotency')).toEqual(['twice'])
  expect(idsOf('hoan tien', 'vi')).toContain('refund')
  expect(idsOf('возвращаются деньги', 'ru')).toEqual(expect.arrayContaining(['refund']))
  expect(idsOf('refunds')).toEqual(expect.arrayContaining(['drop', 'refill', 'partial', 'refund']))
  expect(idsOf('возврат', 'ru')).toEqual(expect.arrayContaining(['partial', 'refund', 'cancel']))
  expect(idsOf('no such word')).toEqual([])
  expect(idsOf(' ')).toEqual(idsOf(''))
})

test("the operator's promises come after our answers, and only if there are any", () => {
  const promise = { question: 'When are you there?', answer: 'From 9 to 21 UTC' }
  expect(listQuestions(sayer('en'), []).map(({ id }) => id)).not.toContain('operator')
  const last = listQuestions(sayer('en'), [promise]).at(-1)
  expect(last?.questions).toEqual([{ id: 'operator-1', title: promise.question, text: promise.answer }])
})
