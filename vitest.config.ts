import { defineConfig } from 'vitest/config'

import { LongestFirst } from './scripts/checks/longest-first.ts'

export default defineConfig({
  test: {
    include: ['{src,sandbox,scripts,test,torture}/**/*.test.ts'],
    exclude: ['test/journeys/**', 'node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A second, Vitest's own, is what a busy machine may take for a single answer.
    expect: { poll: { timeout: 10_000 } },
  },
})
