import { expect, test } from 'vitest'

const modules = Object.entries(
  import.meta.glob<Record<string, unknown>>(['./en/*.ts', './vi/*.ts', './ru/*.ts'], { eager: true }),
)
const inEnglish = modules.filter(([file]) => file.startsWith('./en/'))
const asWritten = {
  ...import.meta.glob<string>('./en/*.ts', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>(
    ['../../contract/words/en/*.ts', '../../server/modules/messaging/emails/texts/en.ts'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  ),
}

test.each(Object.entries(asWritten))('%s spells alike and claims nothing that is not so', (_file, text) => {
  expect(text.length).toBeGreaterThan(10)
  for (const wrong of [/\bcan not\b/, /\b1000\b/, /24\/7/, /to the cent/, /\bcancelled\b/i, /'Refilling'/])
    expect(text).not.toMatch(wrong)
})

/** What is the same everywhere: names, signs, and words that a language has taken over. */
const shared =
  /^(?:ID|API|Canada|Email|Menu|99\+|\+ \{(?:bonus|time)\}|\{price\} × \{remains\} ÷ \{total\}|\{percent\}%|Telegram(?:: \{handle\})?|Logo|\{count\} ms|\{provider\} #\{service\})$/

test.each(modules.filter(([file]) => !inEnglish.some(([english]) => english === file)))(
  '%s is in its own language, in its letters and its figures',
  (file, module) => {
    const english = inEnglish.find(([name]) => name.slice(5) === file.slice(5))?.[1] ?? {}
    const letters = file.startsWith('./ru/') ? /[а-яё]/i : /./
    for (const [table, texts] of Object.entries(module))
      for (const [key, text] of Object.entries(texts as Record<string, unknown>)) {
        const source = (english[table] as Record<string, unknown>)[key]
        if (typeof text !== 'string' || shared.test(text)) continue
        expect(text, key).not.toBe(source)
        expect(text, key).not.toMatch(/\b1,?000\b/)
        expect(text, key).toMatch(letters)
      }
  },
)
