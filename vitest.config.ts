import { defineConfig } from 'vitest/config'

import { readerTexts } from './src/web/app/vite/reader-texts.ts'
import { LongestFirst } from './scripts/checks/longest-first.ts'

export default defineConfig({
  plugins: [readerTexts()],
  test: {
    include: ['{src,sandbox,scripts,test,torture}/**/*.test.ts'],
    exclude: ['test/journeys/**', 'node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    // What hangs is found all the same; a busy machine may take a minute to start a product twice.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Files wait for something more than half of their time: by three at once the two cores stood idle for a quarter of
    // the run, by four for a seventh, by five for a twentieth.
    maxWorkers: 5,
    // A worker reads the server's modules once and not for every file, which is a third of all CPU. What a module of the
    // product remembers, it remembers for its `ctx`; what a test puts in a global's place, it restores.
    isolate: false,
    // Most of what a call allocates is garbage at its end: with more room for the young it is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    unstubGlobals: true,
    sequence: { sequencer: LongestFirst },
    // A second, Vitest's own, is what a busy machine may take for a single answer.
    expect: { poll: { timeout: 10_000 } },
  },
})
