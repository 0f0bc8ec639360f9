import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromiumFlags, needChromium } from '#scripts/find-chromium.ts'

import { printScore } from './page-budgets.ts'

/** Fetched by npm only for this measurement: it has 150 packages, which no operator should have to install. */
const lighthouse = 'lighthouse@13.5.0'
const runs = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const paths = ['/', '/services', '/login'] as const

type Scores = Record<(typeof categories)[number], number>

/** Lighthouse on a simulated slow phone: the median of five runs for each public page, against its limits. */
export async function benchLighthouse(url: string): Promise<boolean[]> {
  const chromium = await needChromium((line) => process.stderr.write(`${line}\n`))
  const verdicts: boolean[] = []
  for (const path of paths) {
    const all: Scores[] = []
    for (let run = 0; run < runs; run += 1) all.push(await readScores(url + path, chromium))
    for (const category of categories)
      verdicts.push(printScore(`${path} Lighthouse ${category}`, median(all.map((one) => one[category]))))
  }
  return verdicts
}

/** From 0 to 100. An invalid run (the page did not load, or Lighthouse gave no score) is an error. */
async function readScores(url: string, chromium: string): Promise<Scores> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-lighthouse-'))
  try {
    const file = join(folder, 'report.json')
    await runLighthouse(chromium, [
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=${chromiumFlags.join(' ')}`,
    ])
    const report = JSON.parse(await readFile(file, 'utf8')) as Report
    const read = (category: (typeof categories)[number]) => {
      const score = report.categories[category]?.score
      if (typeof score !== 'number')
        throw new Error(
          `Lighthouse gave no figure for ${url}: ${report.runtimeError?.message ?? 'no reason'}`,
        )
      return Math.round(score * 100)
    }
    return {
      performance: read('performance'),
      accessibility: read('accessibility'),
      'best-practices': read('best-practices'),
      seo: read('seo'),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Report = {
  categories: Record<string, { score: number | null } | undefined>
  runtimeError?: { message: string }
}

async function runLighthouse(chromium: string, args: string[]): Promise<void> {
  const npm = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', ...args]
  const child = spawn(process.platform === 'win32' ? 'npm.cmd' : 'npm', npm, {
    env: { ...process.env, CHROME_PATH: chromium },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`Lighthouse failed:\n${output}`)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
