import { expect, test } from 'vitest'

type Tables = Readonly<Record<string, Readonly<Record<string, unknown>>>>
const modules = import.meta.glob<Tables>('../../**/texts.*.ts', { eager: true })
const inEnglish = Object.entries(modules).filter(([file]) => file.endsWith('/texts.en.ts'))
const common = '../texts.en.ts'
const asWritten = {
  ...import.meta.glob<string>('../../**/texts.en.ts', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>(
    ['../../../contract/words/en/*.ts', '../../../server/modules/messaging/emails/texts/en.ts'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  ),
}

test('each table exists in every language, under a unique name', () => {
  expect(inEnglish.length).toBeGreaterThan(30)
  for (const [file, tables] of inEnglish)
    for (const language of ['vi', 'ru'])
      expect(Object.keys(modules[fileIn(language, file)] ?? {}), file).toEqual(Object.keys(tables))
  const names = inEnglish.flatMap(([, tables]) => Object.keys(tables))
  expect(names).toEqual([...new Set(names)])
})

test('no table repeats a text of the common table', () => {
  const said = (file: string, table: string, key: string) =>
    JSON.stringify(['en', 'vi', 'ru'].map((language) => modules[fileIn(language, file)]?.[table]?.[key]))
  const repeated = inEnglish
    .filter(([file]) => file !== common)
    .flatMap(([file, tables]) =>
      Object.entries(tables)
        .filter(([name]) => !asData.has(name))
        .flatMap(([name, texts]) => Object.keys(texts).map((key) => ({ file, name, key }))),
    )
    .filter(({ file, name, key }) => said(file, name, key) === said(common, 'commonText', key))
  expect(repeated).toEqual([])
})

/** Read by keys that are not known in advance: only the table tells whether there is a text. */
const asData = new Set(['recordFieldsText', 'recordValuesText', 'legalSections'])

function fileIn(language: string, englishFile: string): string {
  return englishFile.replace('texts.en.ts', `texts.${language}.ts`)
}

test.each(Object.entries(asWritten))(
  '%s is spelled consistently and makes no false claims',
  (_file, text) => {
    expect(text.length).toBeGreaterThan(10)
    for (const wrong of [/\bcan not\b/, /\b1000\b/, /24\/7/, /to the cent/, /\bcancelled\b/i, /'Refilling'/])
      expect(text).not.toMatch(wrong)
  },
)

/** Answers that explain may be long. */
const atLength = new Set(['faqText', 'legalSections'])

test('no sentence of a label, a button, a hint, an error or an empty state has more than 25 words', () => {
  const textsIn = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)
  const long = inEnglish.flatMap(([file, tables]) =>
    Object.entries(tables)
      .filter(([name]) => !atLength.has(name))
      .flatMap(([, texts]) => textsIn(texts))
      .flatMap((text) => text.split(/(?<=[.?!:;])\s/))
      .filter((sentence) => sentence.split(/\s+/).length > 25)
      .map((sentence) => `${file}: ${sentence}`),
  )
  expect(long).toEqual([])
})

/** The same in every language: names, symbols and loanwords. */
const shared =
  /^(?:ID|API|Canada|Drip-feed|Email|Menu|99\+|\+ \{(?:bonus|time)\}|\{price\} × \{remains\} ÷ \{total\}|[+−]?\{percent\}%|Telegram(?:: \{handle\})?|Logo|\{count\} ms|\{provider\} #\{service\})$/

const translated = Object.entries(modules).filter(([file]) => !file.endsWith('/texts.en.ts'))

test.each(translated)('%s is in its own language, in its script and number format', (file, module) => {
  const english = modules[file.replace(/texts\.\w\w\./, 'texts.en.')] ?? {}
  const letters = file.endsWith('.ru.ts') ? /[а-яё]/i : /./
  for (const [table, texts] of Object.entries(module))
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== 'string' || shared.test(text)) continue
      expect(text, key).not.toBe(english[table]?.[key])
      expect(text, key).not.toMatch(/\b1,?000\b/)
      expect(text, key).toMatch(letters)
    }
})
