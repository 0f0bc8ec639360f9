import { expect, test } from 'vitest'
import { exceptionsRu, glossaryRu } from './glossary.ru.ts'
import { exceptionsVi, glossaryVi } from './glossary.vi.ts'

type Tables = Readonly<Record<string, Readonly<Record<string, unknown>>>>
const modules = import.meta.glob<Tables>('../../**/texts.*.ts', { eager: true })
const glossaries = { vi: [glossaryVi, exceptionsVi], ru: [glossaryRu, exceptionsRu] } as const

test.each(Object.entries(glossaries))('one label has one name in %s', (language, [glossary, exceptions]) => {
  const found = Object.entries(modules)
    .filter(([file]) => file.endsWith('/texts.en.ts'))
    .flatMap(([file, tables]) =>
      Object.entries(tables).flatMap(([table, texts]) =>
        Object.entries(texts).flatMap(([key, text]) => {
          const term = typeof text === 'string' ? glossary[text] : undefined
          const said = modules[file.replace('texts.en.', `texts.${language}.`)]?.[table]?.[key]
          return term === undefined ? [] : [{ at: `${table}.${key}`, text, term, said }]
        }),
      ),
    )
  const others = found.filter(({ term, said }) => said !== term)
  expect(others.filter(({ at }) => !(at in exceptions))).toEqual([])
  expect(Object.keys(exceptions).filter((at) => !others.some((other) => other.at === at))).toEqual([])
  expect(Object.keys(glossary).filter((text) => !found.some((one) => one.text === text))).toEqual([])
})
