import { toDecimal } from '#contract/base/money.ts'

/** A bigint is an amount of money; everything but a text is a figure and stays as it is. */
export type Cell = string | number | bigint | boolean | Date | null

/** One line, ended as RFC 4180 has it. */
export function toCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return toDecimal(cell).replace(/0{1,6}$/, '')
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'string' ? quote(withoutFormula(cell)) : String(cell)
}

/**
 * What a spreadsheet would read as a formula, also behind blanks that it skips, begins with an apostrophe: then it is
 * shown, and never run. Some read the wide signs as the plain ones. A tab or a line break at the beginning lets the next cell become one.
 */
function withoutFormula(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
