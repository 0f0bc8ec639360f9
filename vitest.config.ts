import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,sandbox,scripts,test,torture}/**/*.test.ts'],
    exclude: ['test/journeys/**', 'node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
