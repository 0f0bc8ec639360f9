import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Language } from '#contract/base/languages.ts'
import type { Table } from '#web/platform/i18n/table.ts'
import { load, type Loaded } from '#web/platform/query/query-client.ts'
import type { Query as Asked } from '#web/platform/query/query.ts'
import { type Say, sayIn } from '#web/platform/i18n/text.ts'
import { pageSizeIn } from './page-size.tsx'
import { idIn, keepWithin, pageIn } from './read-address.ts'
import type { RowKey } from './table-selection.tsx'

/** What a list says, in the reader's language. */
export type ListWords = {
  /** The page's heading; none for a list on a tab of its page. */
  title?: string
  lead?: string
  /** The page that it belongs to. */
  back?: { to: string; label: string }
  /** The table's name. */
  table: string
  noneFound: string
  /** Why it is not there, and a heading above that. */
  failed: string
  failedTitle?: string
}

/** Which part of a list is asked for: a page by its number, or what is older than a cursor. */
export type Turn = { limit?: number; page?: number; cursor?: string | undefined }
export type Paging<T extends Turn> = {
  read: (params: URLSearchParams) => T
  /** How many rows a page has at first. */
  rows: number
  /** Of numbered pages: how many rows a page can have, and that a list of staff's has five numbers (spec §9). */
  sizes?: readonly number[]
  isOfStaff?: boolean
}

export type Answered = {
  pagination?: { totalItems: number; totalPages: number; isBounded?: boolean }
  next_cursor?: string | null
}

/** A list: what its page, its file, its waiting and its failure are made of. See `ListPage`. */
export type List<Query extends object, T extends Turn, Answer extends Answered, Row> = {
  /** Where it is: filters are reset by this link. */
  path: string
  wordsIn: (language: Language) => ListWords
  /** What of the address means something. Its file is asked for the same. */
  read: (params: URLSearchParams) => Query
  paging: Paging<T>
  ask: (query: Query & T) => Asked<Answer>
  rowsOf: (answer: Answer) => readonly Row[]
  rowKey: (row: Row) => RowKey
  /** Where a list that does not count all of its rows goes on: below this id of its last row. */
  idOf?: (row: Row) => number
  /** The list as a file, by the call that answers it. */
  download?: { path: string; fileName: string }
}

type Declared<X extends Table, Query extends object, T extends Turn, Answer extends Answered, Row> = Omit<
  List<Query, T, Answer, Row>,
  'wordsIn'
> & { text: X; words: (t: Say<X>) => ListWords }

/** Declares a list; the types of its parts follow from what it asks for. Its words are in the texts of its page. */
export function makeList<
  X extends Table,
  Query extends object,
  T extends Turn,
  Answer extends Answered,
  Row,
>({ text, words, ...list }: Declared<X, Query, T, Answer, Row>): List<Query, T, Answer, Row> {
  return { ...list, wordsIn: (language) => words((key, ...rest) => sayIn(language, text, key, ...rest)) }
}

type Sizes = { sizes: readonly number[]; initial: number; isOfStaff?: boolean }

/** Numbered pages, of as many rows as the reader likes. */
export function inPages({
  sizes,
  initial,
  isOfStaff = false,
}: Sizes): Paging<{ limit: number; page: number }> {
  return {
    read: (params) => ({ limit: pageSizeIn(params, { sizes, initial }), page: pageIn(params) }),
    rows: initial,
    sizes,
    isOfStaff,
  }
}

/** The same where not all rows are counted, and the list goes on below the last one (`?before=`). */
export function inBoundedPages(
  sizes: Sizes,
): Paging<{ limit: number; page: number; before: number | undefined }> {
  const { read, ...paging } = inPages(sizes)
  return { ...paging, read: (params) => ({ ...read(params), before: idIn(params, 'before') }) }
}

/** The newest, and what is older than a row: pages of a list that grows at its top. `shape`: what a cursor of it looks like. */
export function byCursor(
  limit: number,
  shape: RegExp = /^\d{1,18}$/,
): Paging<{ limit: number; cursor: string | undefined }> {
  return {
    read: (params) => ({ limit, cursor: shape.exec(params.get('cursor') ?? '')?.[0] }),
    rows: limit,
  }
}

/** All of them at once, about so many. */
export function whole(rows: number): Paging<object> {
  return { read: () => ({}), rows }
}

/** A cursor that is more than an id. */
export const textCursor = /^[\w-]{1,100}$/

/** For `clientLoader`: what the address asks for; the page reads it by `useLoaded`. A page behind the last one leads to the last one. */
export async function loadList<Query extends object, T extends Turn, Answer extends Answered, Row>(
  list: List<Query, T, Answer, Row>,
  request: Request,
): Promise<Loaded<Answer>> {
  const { searchParams } = new URL(request.url)
  const turn = list.paging.read(searchParams)
  const loaded = await load(list.ask({ ...list.read(searchParams), ...turn }), request.signal)
  const { pagination } = loaded.initialData
  if (turn.page !== undefined && pagination !== undefined)
    keepWithin(request, { page: turn.page, totalPages: pagination.totalPages })
  return loaded
}

type Addressed = {
  read: (params: URLSearchParams) => object
  paging: { read: (params: URLSearchParams) => object }
}

/** Whether two addresses show the same rows: what else they say (a dialog that is open) is not the list's. */
export function isSameList(list: Addressed, one: string, other: string): boolean {
  const [asked, next] = [one, other].map((search) => {
    const params = new URLSearchParams(search)
    return JSON.stringify([list.read(params), list.paging.read(params)])
  })
  return asked === next
}

/** For `shouldRevalidate`: what opens over a list leaves it as it is. */
export function rereadsList(
  list: Addressed,
  { currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs,
): boolean {
  if (currentUrl.search === nextUrl.search) return defaultShouldRevalidate
  return isSameList(list, currentUrl.search, nextUrl.search) ? false : defaultShouldRevalidate
}

/** Where the list is as a file: with the same filters, and all of its pages. */
export function filePath(
  list: { read: (params: URLSearchParams) => object },
  path: string,
  search: string,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(list.read(new URLSearchParams(search))) as [string, unknown][])
    if (value instanceof Date) query.set(name, value.toISOString())
    else if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

/** Whether the address narrows the list. */
export function isFiltered(list: { read: (params: URLSearchParams) => object }, search: string): boolean {
  return Object.values(list.read(new URLSearchParams(search))).some((value) => value !== undefined)
}
