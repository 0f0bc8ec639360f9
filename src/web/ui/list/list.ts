import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Language } from '#contract/base/languages.ts'
import type { Table } from '#web/platform/i18n/table.ts'
import { load, type Loaded } from '#web/platform/query/query-client.ts'
import type { Query } from '#web/platform/query/query.ts'
import { type Say, sayIn } from '#web/platform/i18n/text.ts'
import { idIn, keepWithin, pageIn, pageSizeIn } from './read-address.ts'
import type { Column } from './table.tsx'
import type { RowKey } from './table-selection.tsx'

/** What a list says, in the reader's language. */
export type ListWords = {
  /** The page's heading; none for a list that is a part of its page. */
  title?: string
  lead?: string
  /** The page that it belongs to. */
  back?: { to: string; label: string }
  /** The table's name, and the heading of a part of a page. */
  table: string
  noneFound: string
  /** The same where nothing is looked for; as above unless it is given. */
  empty?: string
  /** Why it is not there, and a heading above that. */
  failed: string
  failedTitle?: string
}

/** Which part of a list is asked for: a page by its number, or what is older than a cursor. */
export type Turn = { limit?: number; page?: number; cursor?: string | undefined; before?: number | undefined }

/** Which pages an answer has: numbered ones, or whether there is more. */
export type Pages = {
  pagination?: { totalItems: number; totalPages: number; isBounded?: boolean } | undefined
  nextCursor?: string | null
}

/** How a list is paged that is answered as `Answer`. */
type Paging<T extends Turn, Answer> = {
  read: (params: URLSearchParams) => T
  pagesOf: (answer: Answer) => Pages
  numbered?: Numbered
}

/** How many rows a page can have, and has at first; a list of staff's has five numbers (spec §9). */
type Numbered = { sizes: readonly number[]; initial: number; isOfStaff?: boolean }

/** A list, as far as its rows don't matter: the parts around them, its loading and its error state are made of it. */
export type AnyList = {
  wordsIn: (language: Language) => ListWords
  /** What of the address means something. Its file is asked for the same. */
  read: (params: URLSearchParams) => object
  paging: Omit<Paging<Turn, never>, 'pagesOf'>
  /** The list as a file, by the call that answers it. */
  download?: { path: string; fileName: string }
}

/** A list of `Row`s that is answered as `Answer`. See `ListPage` and `ListSection`. */
export type List<Answer, Row> = AnyList & {
  ask: (params: URLSearchParams) => Query<Answer>
  pagesOf: (answer: Answer) => Pages
  rowsOf: (answer: Answer) => readonly Row[]
  rowKey: (row: Row) => RowKey
  columnsIn: (language: Language) => readonly Column<Row>[]
  /** Where a list that does not count all of its rows continues: below this ID of its last row. */
  idOf?: (row: Row) => number
}

type Declared<X extends Table, Filter extends object, T extends Turn, Answer, Row> = {
  text: X
  words: (t: Say<X>) => ListWords
  read: (params: URLSearchParams) => Filter
  paging: Paging<T, Answer>
  ask: (query: Filter & T) => Query<Answer>
  /** Those that stand on the texts alone; what takes more is given to `ListPage`. */
  columns?: (t: Say<X>, language: Language) => readonly Column<Row>[]
} & Pick<List<Answer, Row>, 'rowsOf' | 'rowKey' | 'idOf' | 'download'>

/** Declares a list; the types of its parts follow from what it asks for. Its words are in the texts of its page. */
export function makeList<X extends Table, Filter extends object, T extends Turn, Answer, Row>({
  text,
  words,
  ask,
  columns,
  ...list
}: Declared<X, Filter, T, Answer, Row>): List<Answer, Row> {
  const sayingIn =
    (language: Language): Say<X> =>
    (key, ...rest) =>
      sayIn(language, text, key, ...rest)
  return {
    ...list,
    wordsIn: (language) => words(sayingIn(language)),
    columnsIn: (language) => columns?.(sayingIn(language), language) ?? [],
    ask: (params) => ask({ ...list.read(params), ...list.paging.read(params) }),
    pagesOf: list.paging.pagesOf,
  }
}

/** Numbered pages, of as many rows as the reader likes. */
export function inPages(
  numbered: Numbered,
): Paging<{ limit: number; page: number }, Pick<Pages, 'pagination'>> {
  return {
    read: (params) => ({ limit: pageSizeIn(params, numbered), page: pageIn(params) }),
    pagesOf: ({ pagination }) => ({ pagination }),
    numbered,
  }
}

/** The same where not all rows are counted, and the list continues below the last one (`?before=`). */
export function inBoundedPages(
  numbered: Numbered,
): Paging<{ limit: number; page: number; before: number | undefined }, Pick<Pages, 'pagination'>> {
  const { read, ...paging } = inPages(numbered)
  return { ...paging, read: (params) => ({ ...read(params), before: idIn(params, 'before') }) }
}

/** The same where a search reads only some at once, and goes on below them (`?cursor=`). */
export function inPagesOfSearch(
  numbered: Numbered,
): Paging<
  { limit: number; page: number; cursor: string | undefined },
  Pick<Pages, 'pagination'> & { searched?: number | undefined; next_cursor: string | null }
> {
  const { read, ...paging } = inPages(numbered)
  return {
    ...paging,
    read: (params) => ({ ...read(params), cursor: cursorIn(params, textCursor) }),
    pagesOf: ({ pagination, searched, next_cursor: nextCursor }) => ({
      pagination,
      nextCursor: searched === undefined ? null : nextCursor,
    }),
  }
}

type ByCursor = { limit: number; cursor: string | undefined }

/** The newest, and what is older than a row: pages of a list that grows at its top. `shape`: what a cursor of it looks like. */
export function byCursor(
  limit: number,
  shape: RegExp = /^\d{1,18}$/,
): Paging<ByCursor, { next_cursor: string | null }> {
  return {
    read: (params) => ({ limit, cursor: cursorIn(params, shape) }),
    pagesOf: ({ next_cursor: nextCursor }) => ({ nextCursor }),
  }
}

function cursorIn(params: URLSearchParams, shape: RegExp): string | undefined {
  return shape.exec(params.get('cursor') ?? '')?.[0]
}

/** All of them at once. */
export const whole: Paging<object, unknown> = { read: () => ({}), pagesOf: () => ({}) }

/** A cursor that is more than an id. */
export const textCursor = /^[\w-]{1,100}$/

/** For `clientLoader`: what the address asks for; the page reads it by `useLoaded`. A page behind the last one leads to the last one. */
export async function loadList<Answer>(
  { ask, paging, pagesOf }: AnyList & Pick<List<Answer, never>, 'ask' | 'pagesOf'>,
  request: Request,
): Promise<Loaded<Answer>> {
  const { searchParams } = new URL(request.url)
  const loaded = await load(ask(searchParams), request.signal)
  const { page } = paging.read(searchParams)
  const { pagination } = pagesOf(loaded.initialData)
  if (page !== undefined && pagination !== undefined)
    keepWithin(request, { page, totalPages: pagination.totalPages })
  return loaded
}

/** Whether two addresses show the same rows: what else they say (a dialog that is open) is not the list's. */
export function isSameList(list: AnyList, one: string, other: string): boolean {
  const [asked, next] = [one, other].map((search) => {
    const params = new URLSearchParams(search)
    return JSON.stringify([list.read(params), list.paging.read(params)])
  })
  return asked === next
}

/** For `shouldRevalidate`: what opens over a list leaves it as it is. */
export function rereadsList(
  list: AnyList,
  { currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs,
): boolean {
  if (currentUrl.search === nextUrl.search) return defaultShouldRevalidate
  return isSameList(list, currentUrl.search, nextUrl.search) ? false : defaultShouldRevalidate
}

/** Where the list is as a file: with the same filters, and all of its pages. */
export function filePath(list: AnyList, path: string, search: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(list.read(new URLSearchParams(search))) as [string, unknown][])
    if (value instanceof Date) query.set(name, value.toISOString())
    else if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

/** Whether the address narrows the list. */
export function isFiltered(list: AnyList, search: string): boolean {
  return Object.values(list.read(new URLSearchParams(search))).some((value) => value !== undefined)
}

/** Whether it begins at its top, so that where there are no rows there is nothing at all. */
export function isFromTop({ paging }: AnyList, search: string): boolean {
  const { cursor, before } = paging.read(new URLSearchParams(search))
  return cursor === undefined && before === undefined
}
