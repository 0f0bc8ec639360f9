import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Language, languages } from '#contract/base/languages.ts'

/** What the server tells a page of its texts (`virtual:reader-texts`). */
export type ReaderTexts = {
  /** For each language, where a table is: `texts/orders` → `/assets/vi-orders-….js`. */
  files: Partial<Record<Language, Record<string, string>>>
  /** Which tables a file of the browser's build takes at once. */
  needs: Record<string, readonly string[]>
}

const folders = { 'src/web/messages': 'texts', 'src/contract/words': 'words' } as const
const inTable = /src\/(web\/messages|contract\/words)\/([a-z]{2})\/([\w-]+)\.ts$/

/**
 * A reader is sent the texts of one language. `messages/orders.ts` imports the tables of all of them, as the server needs
 * it; in the browser's build each of these imports is `texts/orders`, which is no file: the page's import map says which
 * one it is, so that the same scripts serve every reader, and texts are there before what shows them runs. Under
 * `npm run dev` nothing of this is done, and the browser has them all.
 */
export function readerTexts(): Plugin {
  const texts: ReaderTexts = { files: {}, needs: {} }
  return {
    name: 'reader-texts',
    enforce: 'pre',
    buildStart() {
      if (!isBrowserBuild(this.environment)) return
      for (const { language, noun, file } of listTables(this.environment.config.root))
        this.emitFile({ type: 'chunk', id: file, name: `${language}-${noun}`, preserveSignature: 'strict' })
    },
    async resolveId(source, importer, options) {
      if (source === 'virtual:reader-texts') return `\0${source}`
      if (importer === undefined || !isBrowserBuild(this.environment)) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const table = inTable.exec(found?.id ?? '')
      const isSameLanguage = inTable.exec(importer)?.[2] === table?.[2]
      if (table === null || isSameLanguage) return found
      return { id: nameOf(table), external: true }
    },
    load(id) {
      return id === '\0virtual:reader-texts' ? `export default ${JSON.stringify(texts)}` : null
    },
    generateBundle(_options, bundle) {
      if (!isBrowserBuild(this.environment)) return
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const path = `/${chunk.fileName}`
        const table = inTable.exec(chunk.facadeModuleId ?? '')
        if (table !== null) {
          const language = table[2] as Language // listed by it
          texts.files[language] = { ...texts.files[language], [nameOf(table)]: path }
        }
        const needed = chunk.imports.filter((one) => /^(?:texts|words)\//.test(one))
        if (needed.length > 0) texts.needs[path] = needed
      }
    },
  }
}

function isBrowserBuild({ name, mode }: { name: string; mode: string }): boolean {
  return name === 'client' && mode === 'build'
}

function nameOf([, folder, , noun]: RegExpExecArray): string {
  return `${folders[`src/${folder}` as keyof typeof folders]}/${noun}` // the pattern's own
}

function* listTables(root: string) {
  for (const folder of Object.keys(folders))
    for (const language of languages)
      for (const name of readdirSync(join(root, folder, language)))
        yield { language, noun: name.replace(/\.ts$/, ''), file: join(root, folder, language, name) }
}
