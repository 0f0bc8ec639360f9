import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Language } from '#contract/base/languages.ts'
import type { Table } from '#web/platform/i18n/table.ts'
import { load, type Loaded } from '#web/platform/query/query-client.ts'
import type { Query } from '#web/platform/query/query.ts'
import { type Say, sayIn } from '#web/platform/i18n/text.ts'
import { idIn, keepWithin, pageIn, pageSizeIn } from './read-address.ts'
import type { Column } from './table.tsx'
import type { RowKey } from './table-selection.tsx'

/** The texts of a list, in the reader's language. */
export type ListWords = {
  /** The page's heading; undefined for a list that is part of a page. */
  title?: string
  lead?: string
  /** Its parent page. */
  back?: { to: string; label: string }
  /** The table's name; also the heading of a list within a page. */
  table: string
  noneFound: string
  /** The text if there are no rows without a search; default `noneFound`. */
  empty?: string
  /** The message and its heading if loading fails. */
  failed: string
  failedTitle?: string
}

/** The requested part of a list: a page number, or what is older than a cursor. */
export type Turn = { limit?: number; page?: number; cursor?: string | undefined; before?: number | undefined }

/** The pages of a response: numbered, or whether there is more. */
export type Pages = {
  pagination?: { totalItems: number; totalPages: number; isBounded?: boolean } | undefined
  nextCursor?: string | null
}

/** The paging of a list with the response `Answer`. */
type Paging<T extends Turn, Answer> = {
  read: (params: URLSearchParams) => T
  pagesOf: (answer: Answer) => Pages
  numbered?: Numbered
}

/** The possible and the initial page sizes; staff lists show five page numbers (spec §9). */
type Numbered = { sizes: readonly number[]; initial: number; isOfStaff?: boolean }

/** A list without its row type: for the parts around the rows, loading and error state. */
export type AnyList = {
  wordsIn: (language: Language) => ListWords
  /** Reads the valid parameters of the URL. Its file export uses the same ones. */
  read: (params: URLSearchParams) => object
  paging: Omit<Paging<Turn, never>, 'pagesOf'>
  /** The list as a file, from this endpoint. */
  download?: { path: string; fileName: string }
}

/** A list of `Row`s with the response `Answer`. See `ListPage` and `ListSection`. */
export type List<Answer, Row> = AnyList & {
  ask: (params: URLSearchParams) => Query<Answer>
  pagesOf: (answer: Answer) => Pages
  rowsOf: (answer: Answer) => readonly Row[]
  rowKey: (row: Row) => RowKey
  columnsIn: (language: Language) => readonly Column<Row>[]
  /** Where a list that does not count all its rows continues: below this id of its last row. */
  idOf?: (row: Row) => number
}

type Declared<X extends Table, Filter extends object, T extends Turn, Answer, Row> = {
  text: X
  words: (t: Say<X>) => ListWords
  read: (params: URLSearchParams) => Filter
  paging: Paging<T, Answer>
  ask: (query: Filter & T) => Query<Answer>
  /** Columns that only need texts; others are passed to `ListPage`. */
  columns?: (t: Say<X>, language: Language) => readonly Column<Row>[]
} & Pick<List<Answer, Row>, 'rowsOf' | 'rowKey' | 'idOf' | 'download'>

/** Declares a list; its types follow from its query. Its texts are those of its page. */
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

/** Numbered pages, with a choice of page sizes. */
export function inPages(
  numbered: Numbered,
): Paging<{ limit: number; page: number }, Pick<Pages, 'pagination'>> {
  return {
    read: (params) => ({ limit: pageSizeIn(params, numbered), page: pageIn(params) }),
    pagesOf: ({ pagination }) => ({ pagination }),
    numbered,
  }
}

/** The same if not all rows are counted, and the list continues below the last one (`?before=`). */
export function inBoundedPages(
  numbered: Numbered,
): Paging<{ limit: number; page: number; before: number | undefined }, Pick<Pages, 'pagination'>> {
  const { read, ...paging } = inPages(numbered)
  return { ...paging, read: (params) => ({ ...read(params), before: idIn(params, 'before') }) }
}

/** The same if a search reads only some rows at a time, and continues below them (`?cursor=`). */
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

/** The newest rows, then those older than a row: for lists that grow at the top. `shape`: the cursor's format. */
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

/** All rows at once. */
export const whole: Paging<object, unknown> = { read: () => ({}), pagesOf: () => ({}) }

/** A cursor that is not just an id. */
export const textCursor = /^[\w-]{1,100}$/

/** For `clientLoader`: loads what the URL asks for, for `useLoaded`. A page beyond the end redirects to the last one. */
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

/** Whether two URLs show the same rows, ignoring other parameters (an open dialog). */
export function isSameList(list: AnyList, one: string, other: string): boolean {
  const [asked, next] = [one, other].map((search) => {
    const params = new URLSearchParams(search)
    return JSON.stringify([list.read(params), list.paging.read(params)])
  })
  return asked === next
}

/** For `shouldRevalidate`: opening something over a list does not reload it. */
export function rereadsList(
  list: AnyList,
  { currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs,
): boolean {
  if (currentUrl.search === nextUrl.search) return defaultShouldRevalidate
  return isSameList(list, currentUrl.search, nextUrl.search) ? false : defaultShouldRevalidate
}

/** The URL of the list's file: the same filters, and all pages. */
export function filePath(list: AnyList, path: string, search: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(list.read(new URLSearchParams(search))) as [string, unknown][])
    if (value instanceof Date) query.set(name, value.toISOString())
    else if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

/** Whether the URL filters the list. */
export function isFiltered(list: AnyList, search: string): boolean {
  return Object.values(list.read(new URLSearchParams(search))).some((value) => value !== undefined)
}

/** Whether it shows the start of the list, so that no rows means an empty list. */
export function isFromTop({ paging }: AnyList, search: string): boolean {
  const { cursor, before } = paging.read(new URLSearchParams(search))
  return cursor === undefined && before === undefined
}
