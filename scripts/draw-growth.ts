import { readFileSync, writeFileSync } from 'node:fs'

import type { Compared } from '#bench/plans/compare-measured.ts'

/**
 * Draws docs/pictures/growth.svg: what ten calls read in shops of different sizes. `node scripts/draw-growth.ts
 * 100k.json 10m.json`, each printed by `npm run --silent bench:plans -- --orders=… --json`; the first also has the
 * figures for 10,000 orders.
 */
type Report = { orders: number; compared: Compared[] }

const SMALL_ORDERS = 10_000
/** The names in bench:plans, and their labels in the picture. */
const shown: readonly (readonly [call: string, label: string])[] = [
  ['big: getDashboard', 'Dashboard of the biggest customer'],
  ['big: listOrders', 'Their orders'],
  ['big: createOrder', 'Placing an order'],
  ['big: listTransactions?search={oldOrder}', 'Search in their transactions'],
  ['staff: listAdminOrders?status=FAILED', "Staff's orders of a status"],
  ['staff: listAdminOrders?search={oldLink}', "Search for a link in staff's orders"],
  ['staff: getAdminOrder', "One order with its timeline, staff's"],
  ['staff: getReconciliation?day={yesterday}', 'Reconciliation of a day'],
  ['staff: getMoneyReport?by=customer&from={halfYearAgo}&to={today}&compare=none', 'Half a year by customer'],
  ['job: poll sweep', 'Hourly sweep of open orders'],
]

const [width, height] = [860, 470]
const frame = { left: 64, top: 24, right: 520, bottom: 420 }
const colours = [
  '#1b6ac9',
  '#c2410c',
  '#15803d',
  '#7e22ce',
  '#b91c1c',
  '#0e7490',
  '#a16207',
  '#be185d',
  '#4d7c0f',
  '#334155',
]
const blocksMax = 150_000

const reports = process.argv.slice(2).map((file): Report => JSON.parse(readFileSync(file, 'utf8')))
const sizes = [SMALL_ORDERS, ...reports.map(({ orders }) => orders)]
const lines = shown.map(([call, label]) => ({
  label,
  blocks: sizes.map((_, place) => findBlocks(call, place)),
}))

function findBlocks(call: string, place: number): number {
  const found = reports[Math.max(0, place - 1)]?.compared.find(({ name }) => name === call)
  if (found === undefined) throw new Error(`${call} was not measured`)
  return Math.max(1, (place === 0 ? found.small : found.large).blocks)
}

const share = (value: number, least: number, most: number) =>
  (Math.log10(value) - Math.log10(least)) / (Math.log10(most) - Math.log10(least))
const x = (orders: number) =>
  frame.left + (frame.right - frame.left) * share(orders, sizes[0] ?? 1, sizes.at(-1) ?? 10)
const y = (blocks: number) => frame.bottom - (frame.bottom - frame.top) * share(blocks, 1, blocksMax)
const text = (at: { x: number; y: number }, words: string, more = '') =>
  `<text x="${at.x.toFixed(1)}" y="${at.y.toFixed(1)}" ${more}>${words}</text>`
const count = (value: number) => value.toLocaleString('en-US')

const grid = [1, 10, 100, 1_000, 10_000, 100_000].map(
  (blocks) =>
    `<line x1="${frame.left}" x2="${frame.right}" y1="${y(blocks)}" y2="${y(blocks)}" stroke="#e2e8f0"/>` +
    text({ x: frame.left - 8, y: y(blocks) + 4 }, count(blocks), 'text-anchor="end"'),
)
const ticks = sizes.map((orders) =>
  text({ x: x(orders), y: frame.bottom + 20 }, `${count(orders)} orders`, 'text-anchor="middle"'),
)
const drawn = lines.map(({ blocks }, place) => {
  const points = blocks.map((one, at) => `${x(sizes[at] ?? 1).toFixed(1)},${y(one).toFixed(1)}`)
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${colours[place]}" stroke-width="2"/>`
})
const labels = spread(lines.map(({ blocks }) => y(blocks.at(-1) ?? 1))).map((at, place) => {
  const words = `${count(lines[place]?.blocks.at(-1) ?? 0)}  ${lines[place]?.label}`
  return text({ x: frame.right + 10, y: at + 4 }, words, `fill="${colours[place]}"`)
})

/** Neighbouring labels keep a line's distance, in the order of their heights. */
function spread(heights: readonly number[]): number[] {
  const sorted = heights.map((at, place) => ({ at, place })).toSorted((one, other) => one.at - other.at)
  for (const [nth, one] of sorted.entries())
    one.at = Math.max(one.at, (sorted[nth - 1]?.at ?? -Infinity) + 17)
  return sorted.toSorted((one, other) => one.place - other.place).map(({ at }) => at)
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#334155" role="img" aria-label="Blocks that ten calls read, by the number of orders">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${[...grid, ...ticks, ...drawn, ...labels].join('\n')}
${text({ x: frame.left, y: height - 10 }, 'Blocks of 8 kB that a call reads, at both scales by powers of ten')}
</svg>
`
writeFileSync('docs/pictures/growth.svg', svg)
