import { isDeepStrictEqual } from 'node:util'

import { type Kysely, sql } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import {
  type getLegalText,
  type getLegalTexts,
  type LegalPage,
  legalPages,
} from '#contract/settings/legal-texts.ts'
import type { RichText } from '#contract/settings/rich-text.ts'
import { visitorTagNames, visitorTags } from '#contract/settings/visitor-tags.ts'
import { termsVersion } from '#contract/users/terms.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { lockSettings } from '#server/modules/settings/change-settings.ts'

import { describe, parseMarkdown } from './parse-markdown.ts'
import { makeShippedText } from './shipped-texts.ts'

type Texts = Partial<Record<Language, string>>
/** As sent by the client. */
type WrittenTexts = { readonly [Name in Language]?: string | undefined }
/** The last version of a page, without its texts. */
type Edition = { number: number; page: LegalPage; is_own: boolean; published_at: Date }
type Published = Edition & { texts: Texts | null }
type LegalTexts = AnswerOf<typeof getLegalTexts>['pages'][number]

/**
 * A reader of one legal page at a time. The texts are cached, and read again when there is a newer version. While the
 * database is unavailable, the last known ones are shown.
 */
export function makeLegalReader(ctx: Context) {
  const parse = makeCachedParse()
  let last: readonly Published[] | undefined
  return async (
    page: LegalPage,
    language: Language = defaultLanguage,
  ): Promise<AnswerOf<typeof getLegalText>> => {
    const published = await listAgain(ctx.db, last).catch((error: unknown) => {
      if (last === undefined) throw error
      ctx.log.warn(
        { error: String(error) },
        'the legal texts could not be read again; the last ones are shown',
      )
      return last
    })
    last = published
    const texts = published.find((one) => one.page === page)?.texts ?? null
    const written = texts === null ? language : languageOf(texts, language)
    const text = texts?.[written] ?? makeShippedText(page, { language, services: await listServices(ctx) })
    const content = parse(text)
    return {
      content,
      language: written,
      description: describe(content),
      is_own: texts !== null,
      version: versionOf(published),
    }
  }
}

/** All legal texts, for staff. */
export async function readLegalTexts(ctx: Context): Promise<LegalTexts[]> {
  const published = await listPublished(ctx.db)
  return Promise.all(legalPages.map((page) => toLegalTexts(ctx, page, published)))
}

/**
 * Publishes a version of the text; null restores the product's own. Does nothing if it is the same. Throws
 * `state_conflict` if another was published after `number`.
 */
export async function changeLegalText(
  ctx: Context,
  {
    by,
    page,
    texts,
    number,
  }: { by: By; page: LegalPage; texts: WrittenTexts | null; number: number | undefined },
): Promise<LegalTexts> {
  const written = texts && withoutBlanks(texts)
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockSettings(tx)
    const published = await listPublished(tx)
    const before = published.find((one) => one.page === page)
    if (number !== undefined && number !== (before?.number ?? 0))
      throw new AppError('state_conflict', { reason: 'section_changed', section: page })
    if (isDeepStrictEqual(before?.texts ?? null, written)) return
    const next = Math.max(0, ...published.map((one) => one.number)) + 1
    await tx
      .insertInto('legal_texts')
      .values({
        number: next,
        page,
        texts: written && JSON.stringify(written),
        published_at: ctx.clock(),
      })
      .execute()
    // Without the texts, which are in the row.
    const after = { page, number: next, is_own: written !== null }
    record({ action: 'settings.legal', id: null, before: { number: before?.number ?? null }, after })
    publish({ topic: 'settings' })
  })
  return toLegalTexts(ctx, page, await listPublished(ctx.db))
}

/**
 * The version of all three texts that a user agrees to: the one they were shown, even if there is a newer one, else the
 * current one. Throws `invalid_fields` if it never existed.
 */
export async function readAgreedVersion(db: Kysely<DB>, shown: string | undefined): Promise<string> {
  const current = versionOf(await listEditions(db))
  if (shown === undefined || shown === current || shown === termsVersion) return shown ?? current
  const { rows } = await sql`
    select from legal_texts
    where to_char(published_at at time zone 'UTC', 'YYYY-MM-DD') || '.' || number = ${shown}`.execute(db)
  if (rows.length === 0) throw invalidFields({ terms_version: { code: 'not_valid' } })
  return shown
}

/** The date and number of the last change, or the product's own version if one of its texts is shown and is newer. */
function versionOf(published: readonly Edition[]): string {
  const last = published.toSorted((one, other) => other.number - one.number)[0]
  if (last === undefined) return termsVersion
  const own = `${last.published_at.toISOString().slice(0, 10)}.${last.number}`
  const isShippedShown = legalPages.some(
    (page) => published.find((one) => one.page === page)?.is_own !== true,
  )
  return isShippedShown && termsVersion > own ? termsVersion : own
}

async function toLegalTexts(
  ctx: Context,
  page: LegalPage,
  published: readonly Published[],
): Promise<LegalTexts> {
  const services = await listServices(ctx)
  const current = published.find((one) => one.page === page)
  const shipped = languages.map((language) => [language, makeShippedText(page, { language, services })])
  return {
    page,
    texts: current?.texts ?? null,
    shipped: Object.fromEntries(shipped) as Record<Language, string>, // every language
    number: current?.number ?? 0,
  }
}

/** The reader's language, else the default one, else any that has a text. */
function languageOf(texts: Texts, language: Language): Language {
  const order = [language, defaultLanguage, ...languages]
  return order.find((one) => texts[one] !== undefined) ?? language
}

function withoutBlanks(texts: WrittenTexts): Texts {
  return Object.fromEntries(
    Object.entries(texts).filter(([, text]) => text !== undefined && text.trim() !== ''),
  )
}

/** The names of external services that public pages load. */
async function listServices({ settings }: Context): Promise<string[]> {
  const { visitor_tags: ids } = await settings.read()
  return visitorTags.filter((tag) => ids[tag] !== null).map((tag) => visitorTagNames[tag])
}

/** Three pages in three languages, plus some that were just replaced. */
const PARSED_MAX = 20

function makeCachedParse(): (text: string) => RichText {
  const parsed = new Map<string, RichText>()
  return (text) => {
    const known = parsed.get(text)
    if (known !== undefined) return known
    const content = parseMarkdown(text)
    parsed.set(text, content)
    const oldest = parsed.keys().next()
    if (parsed.size > PARSED_MAX && oldest.done !== true) parsed.delete(oldest.value)
    return content
  }
}

/** The last version of each page that has one. */
async function listPublished(db: Kysely<DB>): Promise<Published[]> {
  const { rows } = await sql<Published>`
    select distinct on (page) number, page, texts is not null as is_own, published_at, texts
    from legal_texts order by page, number desc`.execute(db)
  return rows
}

/** The same without the texts, which may be long. */
async function listEditions(db: Kysely<DB>): Promise<Edition[]> {
  const { rows } = await sql<Edition>`
    select distinct on (page) number, page, texts is not null as is_own, published_at
    from legal_texts order by page, number desc`.execute(db)
  return rows
}

/** `known` itself, if it still has the last version of each page: versions never change. */
async function listAgain(
  db: Kysely<DB>,
  known: readonly Published[] | undefined,
): Promise<readonly Published[]> {
  if (known === undefined) return listPublished(db)
  const editions = await listEditions(db)
  const isSame =
    editions.length === known.length && editions.every(({ number }, at) => number === known[at]?.number)
  return isSame ? known : listPublished(db)
}
