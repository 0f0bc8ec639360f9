import { toNativeDate } from '#contract/base/format.ts'
import type { Language } from '#contract/base/languages.ts'
import {
  type ReportCut,
  reportCuts,
  reportComparisons,
  reportDaysMax,
  type ReportSort,
  reportSorts,
} from '#contract/reports/money-report.ts'

const DAY_MS = 86_400_000
export const periods = [7, 30, 90] as const
/** Calendar periods, in UTC like all days. */
export const calendarPeriods = ['today', 'yesterday', 'this_month', 'last_month'] as const
export type CalendarPeriod = (typeof calendarPeriods)[number]
export const periodInitial = 30

/** A URL's query: `?days=7`, `?period=last_month`, or `?from=2026-01-01&to=2026-01-31`, with `by`, `compare` and a sort. */
export function reportOf(params: URLSearchParams, now = new Date()) {
  const direction = params.get('direction') === 'ascending' ? ('ascending' as const) : ('descending' as const)
  const sort: ReportSort | undefined = reportSorts.find((known) => known === params.get('sort'))
  return {
    ...spanOf(params, now),
    by: cutOf(params),
    compare: reportComparisons.find((known) => known === params.get('compare')) ?? ('previous' as const),
    ...(sort !== undefined && { sort, direction }),
  }
}

export function cutOf(params: URLSearchParams): ReportCut {
  return reportCuts.find((known) => known === params.get('by')) ?? 'day'
}

/**
 * Both days included. Manually edited URLs are accepted as far as possible: swapped if reversed, and limited to a year.
 */
export function spanOf(params: URLSearchParams, now: Date): { from: string; to: string } {
  const [one, other] = [dayIn(params, 'from'), dayIn(params, 'to')]
  if (one === undefined && other === undefined) {
    const period = calendarPeriodIn(params)
    return period === undefined ? daysUntil(toDay(now.getTime()), daysOf(params)) : calendarDays(period, now)
  }
  const [from, to] = [
    one ?? other ?? '',
    other ?? toDay(Math.max(now.getTime(), Date.parse(one ?? ''))),
  ].toSorted()
  if (from === undefined || to === undefined) throw new Error('two days are two')
  const longest = daysUntil(to, reportDaysMax)
  return from < longest.from ? longest : { from, to }
}

export function calendarPeriodIn(params: URLSearchParams): CalendarPeriod | undefined {
  return calendarPeriods.find((known) => known === params.get('period'))
}

function calendarDays(period: CalendarPeriod, now: Date): { from: string; to: string } {
  const today = toDay(now.getTime())
  const first = `${today.slice(0, 8)}01`
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return daysUntil(nextDay(today, -1), 1)
    case 'this_month':
      return { from: first, to: today }
    case 'last_month': {
      const last = nextDay(first, -1)
      return { from: `${last.slice(0, 8)}01`, to: last }
    }
  }
}

/** Whether a day is not fully counted, usually today. */
export function isOpenDay(day: string, countedUntil: Date | null): boolean {
  return countedUntil === null || countedUntil.getTime() < Date.parse(day) + DAY_MS
}

/** The dashboard's query. */
export function daysUntilNow(params: URLSearchParams, now = new Date()) {
  return { ...daysUntil(toDay(now.getTime()), daysOf(params)), by: 'day', compare: 'previous' } as const
}

/** One of the periods with a button. */
export function daysOf(params: URLSearchParams): number {
  return periods.find((days) => String(days) === params.get('days')) ?? periodInitial
}

export function hasOwnDays(params: URLSearchParams): boolean {
  return dayIn(params, 'from') !== undefined || dayIn(params, 'to') !== undefined
}

function daysUntil(to: string, days: number) {
  return { from: toDay(Date.parse(to) - (days - 1) * DAY_MS), to }
}

/** Undefined for anything that is not a calendar day. */
export function dayIn(params: URLSearchParams, name: string): string | undefined {
  const text = /^20\d\d-\d\d-\d\d$/.exec(params.get(name) ?? '')?.[0] ?? ''
  const time = Date.parse(text)
  return Number.isNaN(time) || toDay(time) !== text ? undefined : text
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

export function nextDay(day: string, days: number): string {
  return toDay(Date.parse(day) + days * DAY_MS)
}

/** A UTC day as the same date in the reader's time zone, which formatters print. */
export function toLocalDate(day: string): Date {
  return new Date(`${day}T00:00:00`)
}

/** "Nov 28", if there is no space for the year. */
export function shortDay(day: string, language: Language): string {
  return toNativeDate(toLocalDate(day).toLocaleDateString(language, { day: 'numeric', month: 'short' }))
}
