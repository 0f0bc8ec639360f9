import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Language, languages } from '#contract/base/languages.ts'
import { bundleOf } from './text-bundles.ts'

/** What the server build knows about texts (`virtual:reader-texts`). */
export type ReaderTexts = {
  /** Per language, the file of each table: `texts/shop/orders` → `/assets/vi-shop-orders-….js`. */
  files: Partial<Record<Language, Record<string, string>>>
  /** The tables that each file of the browser's build imports statically. */
  needs: Record<string, readonly string[]>
}

/** `src/web/shop/orders/texts.vi.ts`, `src/contract/words/vi/errors.ts` */
const inTable = /src\/(?:web\/(.+)\/texts\.([a-z]{2})|contract\/words\/([a-z]{2})\/([\w-]+))\.ts$/
const englishTexts = /\/texts\.en\.ts$/
/** A virtual module of this plugin: a bundle of texts in one language. */
const inBundle = /^\0((?:texts|words)\/.+)\.([a-z]{2})$/

/**
 * Pages import only the English tables (`texts.en.ts`); readers get the same texts in their language.
 *
 * On the server, in tests and under `npm run dev`, a `texts.en.ts` also loads the other languages, and `inLanguage`
 * picks one. In the browser's build a table is imported as `texts/shop/orders`, which the page's import map resolves to
 * a file. So all readers share the same scripts, nobody downloads a second language, and texts are loaded before the
 * code that shows them runs. Texts of codes (`contract/words`) are imported in all languages and sent in one as well.
 */
export function readerTexts(): Plugin {
  const texts: ReaderTexts = { files: {}, needs: {} }
  return {
    name: 'reader-texts',
    enforce: 'pre',
    buildStart() {
      if (!isBrowserBuild(this.environment)) return
      for (const { language, bundle } of listTables(this.environment.config.root))
        this.emitFile({
          type: 'chunk',
          id: `\0${bundle}.${language}`,
          name: `${language}-${bundle.replace(/^(?:texts|words)\//, '').replaceAll('/', '-')}`,
          preserveSignature: 'strict',
        })
    },
    transform(code, id) {
      if (!englishTexts.test(id) || isBrowserBuild(this.environment)) return null
      return { code: `${code}\n${joinLanguages(code)}`, map: null }
    },
    async resolveId(source, importer, options) {
      if (source === 'virtual:reader-texts') return `\0${source}`
      if (inBundle.test(source)) return source
      if (importer === undefined || !isBrowserBuild(this.environment)) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const table = readTable(found?.id)
      return table === undefined || isInside(importer, table) ? found : { id: table.bundle, external: true }
    },
    load(id) {
      if (id === '\0virtual:reader-texts') return `export default ${JSON.stringify(texts)}`
      const [, bundle, language] = inBundle.exec(id) ?? []
      if (bundle === undefined) return null
      const files = [...listTables(this.environment.config.root)]
        .filter((table) => table.bundle === bundle && table.language === language)
        .map(({ file }) => file)
      // Two exports of the same name would cancel each other out.
      const names = files.flatMap((file) => listExports(readFileSync(file, 'utf8')))
      const twice = names.find((name, at) => names.indexOf(name) !== at)
      if (twice !== undefined) this.error(`${twice} is the name of two tables of ${bundle}`)
      return files.map((file) => `export * from ${JSON.stringify(file)}`).join('\n')
    },
    generateBundle(_options, output) {
      if (!isBrowserBuild(this.environment)) return
      for (const chunk of Object.values(output)) {
        if (chunk.type !== 'chunk') continue
        const path = `/${chunk.fileName}`
        const [, bundle, found] = inBundle.exec(chunk.facadeModuleId ?? '') ?? []
        const language = languages.find((one) => one === found)
        if (bundle !== undefined && language !== undefined)
          texts.files[language] = { ...texts.files[language], [bundle]: path }
        const needed = chunk.imports.filter((one) => /^(?:texts|words)\//.test(one))
        if (needed.length > 0) texts.needs[path] = needed
      }
    },
  }
}

function isBrowserBuild({ name, mode }: { name: string; mode: string }): boolean {
  return name === 'client' && mode === 'build'
}

/** What tables import from each other is bundled with them, unless it is in a shared bundle. */
function isInside(importer: string, { bundle, language }: FoundTable): boolean {
  if (inBundle.test(importer)) return true
  const own = readTable(importer)
  return own?.language === language && (own.bundle === bundle || bundle.startsWith('words/'))
}

type FoundTable = { bundle: string; language: Language }

function readTable(file: string | null | undefined): FoundTable | undefined {
  const [, area, language, wordsLanguage, words] = inTable.exec(file ?? '') ?? []
  const found = languages.find((one) => one === (language ?? wordsLanguage))
  if (found === undefined) return undefined
  return { bundle: bundleOf(area === undefined ? `words/${words}` : `texts/${area}`), language: found }
}

function* listTables(root: string) {
  for (const path of globSync(['src/web/**/texts.*.ts', 'src/contract/words/*/*.ts'], { cwd: root })) {
    const file = join(root, path)
    const table = readTable(file)
    if (table !== undefined) yield { file, ...table }
  }
}

/** The lines added to a `texts.en.ts` that register its tables in the other languages. */
function joinLanguages(code: string): string {
  const names = listExports(code)
  const others = languages.filter((language) => language !== 'en')
  return [
    ...others.map((language) => `import * as ${language} from './texts.${language}.ts'`),
    `import { joinLanguages } from '#web/platform/i18n/table.ts'`,
    `joinLanguages({ ${names.join(', ')} }, { ${others.join(', ')} })`,
  ].join('\n')
}

function listExports(code: string): string[] {
  return [...code.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name)
}
