/** Lighthouse scores, from 0 to 100. */
const scores = { performance: 95, others: 100 }

export type Budget = { aim: number; fail: number }

/** Limits of a page: kB of gzip (HTML: brotli), files, and seconds to its largest contentful paint. */
export const budgets = {
  landingInline: { aim: 1, fail: 2 },
  landingHtml: { aim: 14, fail: 20 },
  landingFonts: { aim: 1, fail: 1 },
  landingScripts: { aim: 0, fail: 0 },
  landingLcp: { aim: 0.5, fail: 1 },
  servicesScripts: { aim: 190, fail: 209 },
  servicesLcp: { aim: 0.8, fail: 1.5 },
  firstView: { aim: 240, fail: 260 },
  files: { aim: 12, fail: 12 },
  furtherScreen: { aim: 25, fail: 34 },
  shift: { aim: 0, fail: 0.05 },
} satisfies Record<string, Budget>

/** One line of the table; true unless the value is above the limit. */
export function printMeasured(what: string, exact: number, { aim, fail }: Budget, unit: string): boolean {
  // Differences too small for the table do not fail a page: a layout shift of 0.0001 counts as none.
  const value = Number(exact.toFixed(3))
  const verdict = value <= aim ? 'ok' : value <= fail ? 'above the aim' : 'FAILS'
  const figures = [value, aim, fail].map((figure) => String(figure).padStart(9))
  process.stdout.write(`${what.padEnd(38)}${figures.join('')} ${unit.padEnd(4)}${verdict}\n`)
  return value <= fail
}

/** The same for a Lighthouse score, where more is better. */
export function printScore(what: string, score: number): boolean {
  const wanted = what.endsWith('performance') ? scores.performance : scores.others
  const figures = [score, wanted, wanted].map((figure) => String(figure).padStart(9))
  const isEnough = score >= wanted
  process.stdout.write(`${what.padEnd(38)}${figures.join('')}      ${isEnough ? 'ok' : 'FAILS'}\n`)
  return isEnough
}
