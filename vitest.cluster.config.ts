import { defineConfig } from 'vitest/config'

import shared from './vitest.config.ts'

/** What only a cluster can show, with its DATABASE_URL: a step of `npm run test:cluster`. */
export default defineConfig({
  ...shared,
  // One at a time: each needs the nodes for itself.
  test: { ...shared.test, include: ['test/cluster/*.cluster.ts'], maxWorkers: 1 },
})
