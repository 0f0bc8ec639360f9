import { defineConfig } from 'vitest/config'

import { LongestFirst } from './scripts/checks/longest-first.ts'

export default defineConfig({
  test: {
    include: ['{src,sandbox,scripts,test,torture}/**/*.test.ts'],
    exclude: ['test/journeys/**', 'node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    // What hangs is found all the same; a busy machine may take a minute to start a product twice.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Many files wait for something most of their time: a third of them uses what the two cores of the others leave.
    maxWorkers: 3,
    // A worker reads the server's modules once and not for every file, which is a third of all CPU. What a module of the
    // product remembers, it remembers for its `ctx`; what a test puts in a global's place, it takes away again.
    isolate: false,
    unstubGlobals: true,
    sequence: { sequencer: LongestFirst },
    // A second, Vitest's own, is what a busy machine may take for a single answer.
    expect: { poll: { timeout: 10_000 } },
  },
})
